// When it becomes one's turn: a notice of the browser, a short tone, for those who want them.
(() => {
  const frame = document.getElementById("frame");
  if (!frame) return;
  const { state, find } = window.mhTable;

  // The notice is for those who look elsewhere.
  const notices = frame.dataset.notice === "1" && "Notification" in window;
  if (notices && Notification.permission === "default") {
    document.addEventListener("click", () => Notification.requestPermission(), { once: true });
  }
  const notify = () => {
    if (!notices || !document.hidden || Notification.permission !== "granted") return;
    const words = find("#question");
    const note = new Notification(document.title, { body: words ? words.textContent.trim() : "", tag: frame.dataset.match });
    note.onclick = () => { window.focus(); note.close(); };
  };

  // Whoever is to be called while the page is hidden goes on listening.
  const sound = frame.dataset.sound === "1";
  find("#live").addEventListener("rest", (event) => {
    if (sound || notices && Notification.permission === "granted") event.preventDefault();
  });

  let asked = state().asked;
  frame.addEventListener("mh:laid", () => {
    const now = state().asked;
    if (now && !asked) notify();
    if (now && !asked && sound) {
      const room = new AudioContext(), tone = room.createOscillator(), level = room.createGain();
      tone.frequency.value = 660;
      level.gain.setValueAtTime(0.12, room.currentTime);
      level.gain.exponentialRampToValueAtTime(0.001, room.currentTime + 0.4);
      tone.connect(level).connect(room.destination);
      tone.start();
      tone.stop(room.currentTime + 0.4);
    }
    asked = now;
  });
})();
