import type { NoticeLink } from '@trove/contract/notices/routes'
import { paths } from '../addresses/paths.ts'

type About = Extract<NoticeLink, { id: string }>['to']
type Page = Exclude<NoticeLink['to'], About>

const about: Record<Exclude<About, 'order'>, (id: string) => string> = {
  work: (id) => paths.codeDetail({ id }),
  'stored-file': (id) => paths.storedFile({ order: id }),
  'storage-node': (id) => paths.storageNode({ account: id }),
  conversation: (id) => paths.conversations({ id }),
}

const pages: Record<Page, () => string> = {
  'rented-machines': () => paths.myCompute({ tab: 'purchase' }),
  'shared-machines': () => paths.myCompute({ tab: 'share' }),
  purse: paths.purse,
  bill: paths.alipayBill,
  sessions: paths.sessions,
  account: paths.account,
  certification: paths.certification,
  'saved-searches': paths.savedSearches,
  'dispute-desk': paths.disputeDesk,
  'certification-desk': paths.certificationDesk,
  'fault-desk': paths.faultDesk,
}

/** The address a notice leads to; undefined where it leads nowhere, or to a place this version does not know. */
export function noticePath(link: NoticeLink | null): string | undefined {
  if (!link) return undefined
  if (link.to === 'order') return paths.order({ id: link.id }, { kind: link.kind })
  return 'id' in link ? about[link.to]?.(link.id) : pages[link.to]?.()
}
