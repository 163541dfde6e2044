import { laterScreens } from '../../lib/addresses/later-screens.ts'

/** Names a screen of `screens.ts`. */
export const later = laterScreens(() => import('./screens.ts'))
