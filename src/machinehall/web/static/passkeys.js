// Passkeys: ask the server for a question, the device for an answer, and bring it back. Without this the page offers
// password and recovery link.
(() => {
  const parts = document.querySelectorAll("[data-passkey]");
  const noteOf = (part) => part.closest("section").querySelector("[data-passkey-note]");
  if (!window.isSecureContext || !window.PublicKeyCredential) {
    for (const part of parts) noteOf(part).textContent = noteOf(part).dataset.cannot;
    return;
  }
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  const call = async (path, body) => {
    const headers = { "content-type": "application/json", "accept-language": document.documentElement.lang };
    const answer = await fetch(`/api/v1${path}`, { method: "POST", headers, body: body ? JSON.stringify(body) : undefined });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.detail || said.title);
    return said;
  };
  // Browsers have their own toJSON, but not all of them yet.
  const packed = (credential) => {
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (credential.response[name]) response[name] = text(credential.response[name]);
    }
    const { id, type } = credential;
    return { id, rawId: text(credential.rawId), type, response, clientExtensionResults: {} };
  };
  const device = async (part, work) => {
    try {
      return packed(await work());
    } catch {
      throw new Error(noteOf(part).dataset.stopped); // refused, timed out, or the device knows this passkey already
    }
  };

  const add = async (form) => {
    const publicKey = await call("/me/passkeys/options");
    publicKey.challenge = bytes(publicKey.challenge);
    publicKey.user.id = bytes(publicKey.user.id);
    for (const known of publicKey.excludeCredentials ?? []) known.id = bytes(known.id);
    const credential = await device(form, () => navigator.credentials.create({ publicKey }));
    await call("/me/passkeys", { name: form.elements.name.value, credential });
    return "/account";
  };
  const signIn = async (button) => {
    const publicKey = await call("/sessions/passkey/options");
    publicKey.challenge = bytes(publicKey.challenge);
    const credential = await device(button, () => navigator.credentials.get({ publicKey }));
    await call("/sessions/passkey", { credential });
    return button.dataset.next;
  };

  let busy = false;
  const run = async (work, part) => {
    if (busy) return;
    busy = true;
    noteOf(part).textContent = "";
    try {
      window.location.assign(await work(part));
    } catch (fault) {
      noteOf(part).textContent = fault.message;
      busy = false;
    }
  };
  for (const part of parts) {
    const [kind, work] = part.dataset.passkey === "add" ? ["submit", add] : ["click", signIn];
    part.addEventListener(kind, (event) => {
      event.preventDefault();
      run(work, part);
    });
    part.hidden = false;
    noteOf(part).textContent = "";
  }
})();
