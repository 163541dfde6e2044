import { useSearchParams } from 'react-router'
import { type Figures, useFigures } from '../../lib/figures.ts'
import { useSession } from '../../lib/session.ts'

/** What both bodies of the home page draw. */
export type HomeModel = { figures: Figures | undefined; isSignedIn: boolean; askSignIn: () => void }

/** Model of the home page: live figures and the sign-in dialog. */
export function useHome(): HomeModel {
  const [, setSearch] = useSearchParams()
  return {
    figures: useFigures(),
    isSignedIn: useSession().state === 'signed-in',
    askSignIn: () => setSearch({ signIn: '' }),
  }
}
