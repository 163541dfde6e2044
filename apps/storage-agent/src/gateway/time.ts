/** Signed times are those of the gateway: the clock of a home machine may be an hour off. */

const LIMIT_MS = 15_000
/** Further off than this is not believed: what is signed for another day could be used on it. */
const MOST_OFF_SECONDS = 86_400

/** The time in seconds as the gateway has it; our own where it does not say. */
export async function gatewaySeconds(gatewayUrl: string, signal?: AbortSignal): Promise<number> {
  const own = Date.now() / 1000
  const limit = AbortSignal.timeout(LIMIT_MS)
  try {
    const answer = await fetch(`${gatewayUrl.replace(/\/+$/, '')}/healthz`, {
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    await answer.body?.cancel()
    const theirs = Date.parse(answer.headers.get('date') ?? '') / 1000
    return Math.floor(Math.abs(theirs - own) <= MOST_OFF_SECONDS ? theirs : own)
  } catch {
    return Math.floor(own)
  }
}
