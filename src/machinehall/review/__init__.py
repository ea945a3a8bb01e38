"""The review of a match that is over: why it was won or lost, by arithmetic.

Everything stands on a judge (`judge.Judge`): what each seat may be expected to score in the end, by named sources of
points. `account` splits a result, `turns` looks for better turns, `review` puts it all together, `words` says it.
"""
