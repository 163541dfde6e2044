import { paths } from '../../../lib/addresses/paths.ts'
import { type Figures, useFigures } from '../../../lib/calls/figures.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useDeviceChoice } from '../../../lib/session/use-device.tsx'

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
