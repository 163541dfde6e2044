import { z } from 'zod'
import { ProvenCode } from '../certification/code-proofs.ts'
import { PICTURE_REFUSALS } from '../files/routes.ts'
import { choiceCounts } from '../kit/choices.ts'
import { route } from '../kit/route.ts'
import {
  barsFrom,
  Id,
  Nothing,
  pageOf,
  paging,
  personText,
  queryInt,
  queryMoment,
  queryText,
  queryYuan,
  YuanInput,
  YuanText,
} from '../kit/shapes.ts'

/** Experts of the talent market: what an hour costs, the homepage with its cases, and the list everybody searches. */

const PRODUCT = '/api/manpower/product'

/** Most cases of one homepage. */
export const CASES_MAX = 30
export const CASE_NAME_MAX = 50
export const CASE_LINK_MAX = 300
/** What a stored picture of a case weighs at most. */
export const CASE_PICTURE_STORED_BYTES = 400 * 1024

/** The most an hour may cost, in fen: nobody means more. */
export const HOUR_SALARY_MAX_FEN = 10_000_00n

/** Newest first is the usual order of the list. */
export const EXPERT_SORTS = ['newest', 'price-asc', 'price-desc', 'hired-desc', 'rated-desc'] as const

/** The formula an hourly salary is found by (A:64): a month of full-time pay over these, times 100 % to 120 %. */
export const SALARY_FORMULA = { days: 22, hours: 8, lowestPercent: 100, highestPercent: 120 } as const

export const ExpertCard = z.object({
  productId: Id,
  realName: z.string(),
  /** What the expert is, as they show it. */
  identity: z.string(),
  realHeadImgUrl: z.string().nullable(),
  /** Labels in the reader's language. */
  skills: z.array(z.string()),
  /** Yuan for an hour; null while none is set. */
  hourSalary: YuanText.nullable(),
  /** Hires that were accepted. */
  countHires: z.number().int(),
  /** Mean of the stars buyers gave, of the reviews that show; null without one. */
  rating: z.number().nullable(),
  countReviews: z.number().int(),
  isDemo: z.boolean(),
})

const CaseName = personText(1, CASE_NAME_MAX)
/** The address of a case: of the web, and nothing a browser would run. */
const CaseLink = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(CASE_LINK_MAX)])
const PictureUrl = z.union([z.literal(''), z.string().regex(/^\/files\/public\/[a-z0-9]{16,64}\.webp$/)])

export const ExpertCase = z.object({
  id: Id,
  caseName: z.string(),
  casePicUrl: z.string().nullable(),
  link: z.string(),
})
export const ExpertCaseInput = z.strictObject({
  caseName: CaseName,
  casePicUrl: PictureUrl.default(''),
  link: CaseLink.default(''),
})

/** A work of the expert in the code market; the code market's port fills the list. */
export const ExpertProgramme = z.object({
  productId: Id,
  /** Its picture; empty without one. */
  productUrl: z.string(),
  productName: z.string(),
  countBrowses: z.number().int(),
  countComments: z.number().int(),
  countDownloads: z.number().int(),
})

export const Homepage = ExpertCard.extend({
  workExp: z.string(),
  productCodes: z.array(ExpertProgramme),
  productCases: z.array(ExpertCase),
  /** Public repositories that the expert proved to write to. */
  codeProofs: z.array(ProvenCode),
  /** The caller's own: upload, cases and salary are theirs to change. */
  isOwn: z.boolean(),
  /** May be hired now: certified, and with a price. */
  isOpen: z.boolean(),
})

export const alterHourSalary = route({
  id: 'talent.alter-hour-salary',
  method: 'POST',
  path: `${PRODUCT}/alter/hourly_wage`,
  summary: 'Set what an hour of yours costs, in yuan; certified experts only',
  auth: 'user',
  body: z.strictObject({ hourSalary: YuanInput.refine((fen) => fen >= 1n, { params: { error: 'amount' } }) }),
  ok: z.object({ productId: Id, hourSalary: YuanText }),
  errors: ['talent.not-certified', 'talent.salary-too-high'],
})

/** Experts who must stand behind a band of rates, the reader not among them: of fewer, single rates could be told. */
export const BAND_EXPERTS_MIN = 5

export const listSalaryBands = route({
  id: 'talent.list-salary-bands',
  method: 'GET',
  path: `${PRODUCT}/hourly_wage/bands`,
  summary: 'What others with one’s skills ask for an hour: quartiles for each skill that at least five others have',
  auth: 'user',
  ok: z.array(
    z.object({
      /** Its label in the reader's language. */
      skill: z.string(),
      experts: z.number().int(),
      low: YuanText,
      middle: YuanText,
      high: YuanText,
    }),
  ),
})

export const getHomepage = route({
  id: 'talent.get-homepage',
  method: 'GET',
  path: `${PRODUCT}/personal/homepage`,
  summary: 'The homepage of an expert, without `productId` one’s own',
  auth: 'optional',
  query: z.object({ productId: z.preprocess((v) => (v === '' ? undefined : v), Id.optional()) }),
  ok: Homepage,
  errors: ['talent.not-found'],
})

/** What the list is filtered by. */
export const ExpertFilter = z.object({
  name: queryText(60),
  /** A technology type or a skill of the dictionary `technical_field`. */
  skill: queryText(80),
  minPrice: queryYuan(),
  maxPrice: queryYuan(),
  /** Free for the hour that begins at this moment, such as `2026-11-24T02:00:00Z`. */
  free: queryMoment(),
  /** The same, by the name that programs outside rely on (docs/wire.md). */
  freeAt: queryMoment(),
  /** At least so many stars on the mean. */
  minStars: queryInt(1, 5),
})

export const listExperts = route({
  id: 'talent.list-experts',
  method: 'GET',
  path: `${PRODUCT}/page`,
  summary: 'Experts who can be hired; `name` searches name, identity, skills and cases in Chinese and English',
  auth: 'none',
  query: z.object({
    ...paging(20),
    ...ExpertFilter.shape,
    sort: z.preprocess((v) => (v === '' ? undefined : v), z.enum(EXPERT_SORTS).optional()),
    /** The former page's `nextCursor`: continues right after it; `page` is not looked at then. */
    cursor: queryText(200),
  }),
  ok: pageOf(ExpertCard).extend({ nextCursor: z.string().nullable() }),
  errors: ['resource.not-found'],
})

export const openExperts = route({
  id: 'talent.open-experts',
  method: 'GET',
  path: `${PRODUCT}/open`,
  summary: 'How many experts can be hired right now (up to a minute old)',
  auth: 'none',
  ok: z.object({ openExperts: z.number().int() }),
})

export const choicesOfExperts = route({
  id: 'talent.choices',
  method: 'GET',
  path: `${PRODUCT}/choices`,
  summary:
    'How many experts match each skill and mean of stars under the rest of a filter, up to 1,000 (up to 10 s old)',
  auth: 'none',
  query: ExpertFilter,
  ok: z.object({ skill: choiceCounts, minStars: choiceCounts }),
})

export const spreadOfExperts = route({
  id: 'talent.spread',
  method: 'GET',
  path: `${PRODUCT}/spread`,
  summary: 'How experts who can be hired are spread over what an hour costs (up to a minute old)',
  auth: 'none',
  ok: z.object({ price: barsFrom(YuanText) }),
})

export const getExpert = route({
  id: 'talent.get-expert',
  method: 'GET',
  path: `${PRODUCT}/query/{id}`,
  summary: 'An expert as the list shows them',
  auth: 'none',
  params: z.object({ id: Id }),
  ok: ExpertCard,
  errors: ['talent.not-found'],
})

export const uploadCasePicture = route({
  id: 'talent.upload-case-picture',
  method: 'POST',
  path: `${PRODUCT}/case/picture`,
  summary:
    'Upload the picture of a case (multipart field "file"); it is drawn anew and deleted after a day unless a case shows it',
  auth: 'user',
  bodyKind: 'multipart',
  ok: z.object({ casePicUrl: z.string() }),
  errors: ['talent.not-certified', ...PICTURE_REFUSALS, 'request.too-frequent'],
})

export const addCase = route({
  id: 'talent.add-case',
  method: 'POST',
  path: `${PRODUCT}/case`,
  summary: 'Add a case to one’s own homepage',
  auth: 'user',
  body: ExpertCaseInput,
  ok: ExpertCase,
  errors: ['talent.not-certified', 'talent.too-many-cases', 'talent.picture-gone'],
})

const CaseId = z.object({ id: Id })

export const changeCase = route({
  id: 'talent.change-case',
  method: 'PUT',
  path: `${PRODUCT}/case/{id}`,
  summary: 'Change a case of one’s own',
  auth: 'user',
  params: CaseId,
  body: ExpertCaseInput,
  ok: ExpertCase,
  errors: ['resource.not-found', 'talent.picture-gone'],
})

export const removeCase = route({
  id: 'talent.remove-case',
  method: 'DELETE',
  path: `${PRODUCT}/case/{id}`,
  summary: 'Remove a case of one’s own, with its picture',
  auth: 'user',
  params: CaseId,
  ok: Nothing,
  errors: ['resource.not-found'],
})

export const orderCases = route({
  id: 'talent.order-cases',
  method: 'POST',
  path: `${PRODUCT}/case/order`,
  summary: 'Put one’s cases into this order; all of them are named',
  auth: 'user',
  body: z.strictObject({ ids: z.array(Id).max(CASES_MAX) }),
  ok: z.array(ExpertCase),
  errors: ['talent.cases-changed'],
})

export const getConsultant = route({
  id: 'talent.get-consultant',
  method: 'GET',
  path: '/api/manpower/consultant/qrcode',
  summary: 'The address the QR code of the consultant opens',
  auth: 'none',
  ok: z.object({ url: z.string() }),
})

export const talentRoutes = [
  alterHourSalary,
  listSalaryBands,
  getHomepage,
  listExperts,
  spreadOfExperts,
  choicesOfExperts,
  openExperts,
  getExpert,
  uploadCasePicture,
  addCase,
  orderCases,
  changeCase,
  removeCase,
  getConsultant,
] as const
