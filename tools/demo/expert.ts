import { addCase, alterHourSalary, getHomepage } from '@trove/contract/talent/experts'
import type { DemoPerson } from './goods.ts'
import { type Call, type Places, signIn } from './people.ts'

/** The certified expert of the embedded world: a price for an hour and cases, set as any expert sets them. */

export const DEMO_EXPERT = { mobile: '13800000003', nickName: '', payee: '' } as const satisfies DemoPerson
const HOUR_SALARY = '180.00'
const CASES = ['演示·把单体结算系统拆成服务', '演示·仓库看板的前端重写', '演示·为 Node.js 服务加上压测'] as const

/** Fills the expert's homepage, once: what the expert changed since is left alone. */
export async function fillExpert(places: Places): Promise<void> {
  const call: Call = await signIn(places, DEMO_EXPERT)
  const { hourSalary, productCases } = await call(getHomepage, { query: {} })
  if (productCases.length === 0) for (const caseName of CASES) await call(addCase, { body: { caseName } })
  if (hourSalary === null) await call(alterHourSalary, { body: { hourSalary: HOUR_SALARY } })
}
