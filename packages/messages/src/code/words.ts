import { code } from './code.ts'
import { codeDesk } from './code-desk.ts'
import { codeErrors } from './code-errors.ts'
import { codeFigures } from './code-figures.ts'
import { codeOrders } from './code-orders.ts'
import { codeReports } from './code-reports.ts'
import { codeRights } from './code-rights.ts'
import { codeScan } from './code-scan.ts'
import { works } from './works.ts'

/** What the market of works says, by when it is needed (`texts.ts`), and its refusals. */
export const codeWords = {
  first: { works },
  market: {},
  more: { codeOrders, code, codeDesk, codeFigures, codeReports, codeRights, codeScan },
  errors: codeErrors,
} as const
