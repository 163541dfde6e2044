/** How much of a body is sent. `bytes` counts what frames it, too. */
export type Sent = { bytes: number; all: number; bytesPerSecond: number }

/** The speed is that of the last seconds. */
const WINDOW_MS = 5_000

/** A `fetch` that tells how much of its body is sent, which those of browsers do not. */
export function fetchTelling(onSent: (sent: Sent) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest()
      const { signal } = init
      if (signal?.aborted) return reject(signal.reason)
      request.open(init.method ?? 'GET', String(input))
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = telling(onSent)
      const stop = () => request.abort()
      signal?.addEventListener('abort', stop)
      request.onloadend = () => signal?.removeEventListener('abort', stop)
      request.onabort = () => reject(signal?.reason)
      // As `fetch` fails.
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onload = () => {
        const type = request.getResponseHeader('content-type')
        const headers = type === null ? undefined : { 'content-type': type }
        resolve(new Response(request.responseText, { status: request.status, headers }))
      }
      request.send(init.body as XMLHttpRequestBodyInit)
    })
}

function telling(onSent: (sent: Sent) => void) {
  let seen = [{ at: performance.now(), bytes: 0 }]
  return ({ loaded, total }: { loaded: number; total: number }) => {
    const at = performance.now()
    seen = [...seen.filter((one) => at - one.at <= WINDOW_MS), { at, bytes: loaded }]
    const [first] = seen
    const seconds = (at - first!.at) / 1000
    onSent({ bytes: loaded, all: total, bytesPerSecond: seconds > 0 ? (loaded - first!.bytes) / seconds : 0 })
  }
}
