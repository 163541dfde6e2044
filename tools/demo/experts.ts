import { withdrawConsent } from '@trove/contract/identity/account'
import { addCase, alterHourSalary, getHomepage } from '@trove/contract/talent/experts'
import type { DemoPerson } from './goods.ts'
import { type Call, type Places, signIn } from './people.ts'

/** The experts of the demo market as data, and how their homepages are filled: set as any expert sets them. */

export type DemoExpert = DemoPerson & {
  /** What the application says beside its pictures and papers; none for the expert whom the server knows by itself. */
  about?: { realName: string; identity: string; workExp: string; technicalLabels: object[] }
  /** Yuan for an hour. */
  hourSalary: string
  cases: string[]
}

type Row = [
  number: string,
  who: [realName: string, identity: string, workExp: string, hourSalary: string],
  fields: Record<string, string[]>,
  cases: string[],
]

const ROWS: Row[] = [
  [
    '31',
    ['周南', 'front-end-engineer', '3-5', '120.00'],
    { 'front-end': ['react', 'typescript', 'visualisation'] },
    ['演示·门店经营看板 · Shop dashboard', '演示·把老后台换成 React · A back office moved to React'],
  ],
  [
    '32',
    ['何静', 'data-engineer', '5-10', '160.00'],
    { data: ['postgresql', 'warehouse', 'analysis'], 'back-end': ['python'] },
    ['演示·订单数据仓库 · Warehouse of orders', '演示·慢查询治理 · Slow queries made quick'],
  ],
  [
    '33',
    ['陆川', 'operations-engineer', 'over-10', '220.00'],
    { operations: ['kubernetes', 'ci', 'public-cloud'] },
    ['演示·三机房容器平台 · Containers over three sites', '演示·发布从两小时到十分钟 · Releases in ten minutes'],
  ],
  [
    '34',
    ['沈若云', 'algorithm-engineer', '5-10', '300.00'],
    { ai: ['language-models', 'recommendation', 'machine-learning'] },
    ['演示·客服问答助手 · Support assistant', '演示·商品推荐重排 · Reranking of goods'],
  ],
  [
    '35',
    ['方程', 'mobile-engineer', '3-5', '130.00'],
    { mobile: ['flutter', 'ios', 'android'] },
    ['演示·巡检应用离线可用 · An inspection app that works offline'],
  ],
  [
    '36',
    ['顾小满', 'test-engineer', '3-5', '90.00'],
    { testing: ['automation', 'performance'] },
    ['演示·支付链路压测 · Load tests of a payment path', '演示·回归从一天到一小时 · Regression in an hour'],
  ],
  [
    '37',
    ['唐棠', 'security-engineer', '5-10', '260.00'],
    { security: ['penetration-tests', 'code-review'], blockchain: ['smart-contracts'] },
    ['演示·小程序渗透测试 · Penetration test of a mini program'],
  ],
]

const toLabels = (fields: Row[2]) =>
  Object.entries(fields).map(([technicalFieldKey, skills]) => ({
    technicalFieldKey,
    ...Object.fromEntries(skills.map((skill, i) => [`skillLabel${i + 1}`, `${technicalFieldKey}.${skill}`])),
  }))

export const DEMO_EXPERTS: DemoExpert[] = [
  {
    ...{ mobile: '13800000003', nickName: '', payee: '', hourSalary: '180.00' },
    cases: ['演示·把单体结算系统拆成服务', '演示·仓库看板的前端重写', '演示·为 Node.js 服务加上压测'],
  },
  ...ROWS.map(([number, [realName, identity, workExp, hourSalary], fields, cases]) => ({
    ...{ mobile: `138000000${number}`, nickName: `演示·${realName}`, payee: '', hourSalary, cases },
    about: { realName, identity, workExp, technicalLabels: toLabels(fields) },
  })),
]

/** Fills an expert's homepage, once: what the expert changed since is left alone. Answers how the expert calls, and the id. */
async function fillExpert(places: Places, expert: DemoExpert): Promise<{ call: Call; productId: string }> {
  const call = await signIn(places, expert)
  const { productId, hourSalary, productCases } = await call(getHomepage, { query: {} })
  if (productCases.length === 0) for (const caseName of expert.cases) await call(addCase, { body: { caseName } })
  if (hourSalary === null) await call(alterHourSalary, { body: { hourSalary: expert.hourSalary } })
  return { call, productId }
}

/** The homepages of all experts; by their mobile numbers. */
export async function fillExperts(places: Places): Promise<Map<string, { call: Call; productId: string }>> {
  const filled = new Map<string, { call: Call; productId: string }>()
  for (const expert of DEMO_EXPERTS) filled.set(expert.mobile, await fillExpert(places, expert))
  return filled
}

/** Takes the experts of the market off it for good, as experts do: they withdraw the consent to their certification. */
export async function takeExpertsOff(places: Places): Promise<void> {
  for (const expert of DEMO_EXPERTS)
    if (expert.about) await (await signIn(places, expert))(withdrawConsent, { body: { purpose: 'certification' } })
}
