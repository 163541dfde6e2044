import { FLUSH, packet } from '../format/pkt-line.ts'
import { requireThat } from '../format/refusal.ts'
import type { Version } from '../store/repository.ts'

const MAX_PREFIXES = 1000

/** Lists the refs that stand, HEAD first. @throws GitRefused for an argument it does not know */
export function listRefs(last: Version | undefined, args: string[]): Buffer {
  const prefixes = args.filter((arg) => arg.startsWith('ref-prefix ')).map((arg) => arg.slice('ref-prefix '.length))
  requireThat(prefixes.length <= MAX_PREFIXES, 'request.too-large')
  const flags = new Set(args.filter((arg) => !arg.startsWith('ref-prefix ')))
  for (const flag of flags) requireThat(['peel', 'symrefs', 'unborn'].includes(flag), 'request.unsupported', flag)
  const isWanted = (name: string) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix))
  const target = last?.head ?? 'refs/heads/main'
  const lines: string[] = []
  const head = last?.refs[target]
  const symref = flags.has('symrefs') ? ` symref-target:${target}` : ''
  if (isWanted('HEAD') && head) lines.push(`${head.oid} HEAD${symref}`)
  if (isWanted('HEAD') && !head && flags.has('unborn')) lines.push(`unborn HEAD${symref}`)
  for (const [name, { oid, peeled }] of Object.entries(last?.refs ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
    if (isWanted(name)) lines.push(`${oid} ${name}${flags.has('peel') && peeled ? ` peeled:${peeled}` : ''}`)
  return Buffer.concat([...lines.map(packet), FLUSH])
}
