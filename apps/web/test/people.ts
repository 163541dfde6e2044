import type { listOffers } from '@trove/contract/compute/routes'
import type { memberInfo } from '@trove/contract/identity/routes'
import type { RouteResult } from '@trove/contract/kit/route'

/** What the fake server knows in screen tests. */

/** The site as it describes itself, but for its chain and its storage. */
export const site = {
  product: 'trove',
  ssoClient: 'trove:trove',
  walletExtensionUrl: 'https://wallet.example/get',
  isEmbedded: true,
  isDemo: false,
  hasDevClock: false,
  now: '2026-11-01T00:00:00.000Z',
}

export const buyer: RouteResult<typeof memberInfo> = {
  userId: 'buyer',
  username: 'Ada',
  headImgUrl: null,
  avatarUrl: null,
  mobile: '138****0002',
  realName: null,
  walletFlag: false,
  role: 'member',
  staffRoles: [],
  isDemo: false,
  sysDictVOList: [{ id: 'ai', dictValue: 'ai', labelZh: '人工智能', labelEn: 'AI', market: 'talent' }],
  agreement: '2026-11',
}

type Offer = RouteResult<typeof listOffers>['products']['content'][number]

/** A checked machine on the market. */
export function offerOf(id: string, price = '9.90'): Offer {
  const measured = {
    cpuCores: 4,
    ramSize: 8,
    diskSize: 100,
    bandwidth: 20,
    operationSystem: 'Debian 12',
    cpuScore: 900,
    diskWrite: 210,
    gpu: null,
  }
  return {
    id,
    authId: `CP-${id}`,
    uploaderHeadImgUrl: null,
    uploaderNickName: `Seller ${id}`,
    isDemo: false,
    servePeriod: 30,
    hourPrice: null,
    cpuCores: 4,
    ramSize: 8,
    diskSize: 100,
    bandwidth: 20,
    operationSystem: 'Debian',
    gpu: null,
    description: null,
    price,
    verification: { state: 'verified', checkedAt: '2026-11-01T00:00:00.000Z', differing: [], measured },
    cstCreate: '2026-11-01T00:00:00.000Z',
  }
}
