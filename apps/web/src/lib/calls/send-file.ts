import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import { fetchTelling } from './sending.ts'
import { createSiteClient } from './site-client.ts'

type Watched = { onSent: (bytes: number) => void; signal: AbortSignal }

/** Calls a route that takes a file by a ticket, and tells how many bytes of the body have gone. Fails as every call does. */
export function sendFile<R extends RouteSpec>(
  route: R,
  input: RouteInput<R> & { body: FormData },
  { onSent, signal }: Watched,
): Promise<RouteData<R>> {
  const call = createSiteClient({
    fetch: fetchTelling(({ bytes }) => onSent(bytes)),
    authorization: () => undefined,
  })
  return call(route, input, { signal })
}
