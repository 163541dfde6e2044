import { ZERO_OID } from '../format/objects.ts'
import { FLUSH, packet } from '../format/pkt-line.ts'
import type { Version } from '../store/repository.ts'

const AGENT = 'agent=trove'

/** What reading over protocol version 2 offers. `shallow` and `filter` are left out: git then says so itself. */
export function advertiseRead(): Buffer {
  const lines = ['version 2', AGENT, 'ls-refs=unborn', 'fetch=wait-for-done', 'object-format=sha1']
  return Buffer.concat([packet('# service=git-upload-pack'), FLUSH, ...lines.map(packet), FLUSH])
}

/** The refs and what a push may ask for: a push has no version 2 of its own. */
export function advertisePush(last: Version | undefined): Buffer {
  // Deleting is offered also where it is refused: git would not send it, and say nothing in words.
  const words = ['report-status', 'atomic', 'delete-refs', 'ofs-delta', 'side-band-64k', 'object-format=sha1', AGENT]
  const refs = Object.entries(last?.refs ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = refs.length === 0 ? [`${ZERO_OID} capabilities^{}`] : refs.map(([name, { oid }]) => `${oid} ${name}`)
  lines[0] += `\0${words.join(' ')}`
  return Buffer.concat([packet('# service=git-receive-pack'), FLUSH, ...lines.map(packet), FLUSH])
}
