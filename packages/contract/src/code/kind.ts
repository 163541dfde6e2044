import { codeCommentRoutes } from './comments.ts'
import { codeFigureRoutes } from './figures.ts'
import { licenceFileRoutes } from './licence-files.ts'
import { codeLicenceRoutes, Licence } from './licences.ts'
import { codeMarketRoutes } from './market.ts'
import { CodeOrderDetail, codeOrderRoutes } from './orders.ts'
import { codePreviewRoutes } from './preview.ts'
import { codeReportRoutes } from './reports.ts'
import { codeRightsRoutes } from './rights.ts'
import { codeSalesRoutes } from './sales.ts'
import { codeScanRoutes } from './scan.ts'
import { codeSlotRoutes } from './slots.ts'
import { codeVaultRoutes } from './vault.ts'
import { codeVideoRoutes } from './videos.ts'
import { codeWorkRoutes } from './works.ts'

/** What works add to the contract of all markets (`order-lists/kinds.ts`). */
export const codeKind = {
  orderDetail: CodeOrderDetail,
  choices: {
    /** Under which licence. What it costs is the server's to say. Left out: the only one that costs something. */
    licence: Licence.optional(),
  },
  choiceErrors: ['code.already-yours', 'code.licence-free', 'code.licence-needed', 'code.licence-unavailable'],
  routes: [
    ...codeWorkRoutes,
    ...codeLicenceRoutes,
    ...licenceFileRoutes,
    ...codeCommentRoutes,
    ...codeMarketRoutes,
    ...codeSlotRoutes,
    ...codeRightsRoutes,
    ...codeScanRoutes,
    ...codeVideoRoutes,
    ...codeReportRoutes,
    ...codeOrderRoutes,
    ...codePreviewRoutes,
    ...codeVaultRoutes,
    ...codeSalesRoutes,
    ...codeFigureRoutes,
  ],
} as const
