import { type Figures, useFigures } from '../../../lib/figures.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { useDeviceChoice } from '../../../lib/use-device.tsx'

/** What both bodies of the home page draw. */
export type HomeModel = { figures: Figures | undefined; isSignedIn: boolean; signInPath: string }

/** Model of the home page: live figures, and where signing in happens (a page on the phone, a dialog at a desk). */
export function useHome(): HomeModel {
  return {
    figures: useFigures(),
    // While the server is away nobody is taken for a stranger.
    isSignedIn: useSession().state !== 'signed-out',
    signInPath: useDeviceChoice().device === 'mobile' ? paths.login() : paths.home({ signIn: '' }),
  }
}
