import { at } from '../../lib/addresses/at.ts'

/** Addresses of the market of experts that nothing else leads to; the others stand in `lib/addresses/paths.ts`. */
export const talentPaths = {
  addCase: at('/manpower/addCase/:id'),
  orderTalent: at('/manpower/orderNow/:id'),
  contactConsultant: at('/manpower/contactConsultant'),
  freeHours: at('/personal-center/free-hours'),
} as const
