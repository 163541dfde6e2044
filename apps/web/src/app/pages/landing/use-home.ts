import type { InterestTag } from '@trove/contract/dictionary/routes'
import type { z } from 'zod'
import { paths } from '../../../lib/addresses/paths.ts'
import { currentLanguage } from '../../../lib/session/language.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useDeviceChoice } from '../../../lib/session/use-device.tsx'
import { type LiveFigures, useFigures } from './use-figures.ts'

type Tag = z.output<typeof InterestTag>
export type Market = Tag['market']
export type Interest = { id: string; label: string; market: Market; href: string }

const MARKETS: readonly Market[] = ['compute', 'code', 'talent']
/** Tags of the market of computing power that are about storage. */
const STORAGE: readonly string[] = ['file-storage', 'backup']

/** The markets, those with more of somebody's tags first. */
export function marketsFor(tags: readonly Pick<Tag, 'market'>[]): Market[] {
  const countOf = (market: Market) => tags.filter((tag) => tag.market === market).length
  return MARKETS.toSorted((one, other) => countOf(other) - countOf(one))
}

/** Each tag with its words and the list of what it is about. */
export function interestsOf(tags: readonly Tag[]): Interest[] {
  return tags.map(({ id, labelZh, labelEn, market }) => {
    const label = currentLanguage() === 'en' ? labelEn : labelZh
    const href = {
      talent: () => paths.talent({ tab: 'experts', name: label }),
      code: () => paths.codeList({ keyword: label }),
      compute: () => paths.market({ tab: STORAGE.includes(id) ? 'storage' : 'computing' }),
    }[market]()
    return { id, label, market, href }
  })
}

/** What both bodies of the home page draw. */
export type HomeModel = {
  live: LiveFigures
  isSignedIn: boolean
  signInPath: string
  /** In the order they are shown. */
  markets: Market[]
  /** Of who is signed in. */
  interests: Interest[]
}

/** Model of the home page: live figures, and where signing in happens (a page on the phone, a dialog at a desk). */
export function useHome(): HomeModel {
  const { state, user } = useSession()
  const tags = user?.sysDictVOList ?? []
  return {
    live: useFigures(),
    // While the server is away nobody is taken for a stranger.
    isSignedIn: state !== 'signed-out',
    signInPath: useDeviceChoice().device === 'mobile' ? paths.login() : paths.home({ signIn: '' }),
    markets: marketsFor(tags),
    interests: interestsOf(tags),
  }
}
