import { z } from 'zod'
import { SEARCH_CHARS } from '../kit/search.ts'
import { Id, Moment, PersonCard, personText, queryInt, queryText, queryYuan, YuanText } from '../kit/shapes.ts'

/** Shapes of the code market: what an author says of a work, and what others see of it (b-markets 2, 3 and 5). */

export const WORK_TITLE_MAX = 50
export const WORK_LABELS_MAX = 5
export const WORK_LABEL_CHARS = 30
/** Of the description, which is Markdown. */
export const WORK_INTRO_MAX = 20_000
export const WORK_ENVIRONMENT_MAX = 200
export const VERSION_NOTES_MAX = 2000
/** Of each kind. */
export const WORK_PICTURES_MAX = 3
/** Files whose bodies the author shows to everybody. */
export const OPEN_FILES_MAX = 50
export const OPEN_PATH_CHARS = 400
export const WORK_PAGE_SIZE = 10

/** draft: only its author sees it; online: everybody; offline, and removed by the staff: its author, and who has it already. */
export const WORK_STATES = ['draft', 'online', 'offline', 'removed'] as const

export const REPORT_REASONS = ['malware', 'copyright', 'secrets', 'illegal', 'misleading', 'other'] as const

/** Why a work is taken down. What staff and author wrote is for these two alone, empty to others. */
/** standing: the author may answer once; answered: the staff decides; upheld: it stays down. */
export const TAKEDOWN_STATES = ['standing', 'answered', 'upheld'] as const

export const Takedown = z.object({
  reason: z.enum(REPORT_REASONS),
  /** Downloads and clones are frozen for everybody but the author. */
  isFrozen: z.boolean(),
  words: z.string(),
  state: z.enum(TAKEDOWN_STATES),
  answer: z.string(),
  /** The staff's words when it was upheld. */
  decision: z.string(),
  at: Moment,
})

/** Development languages. Their names are the same everywhere; `Other` is translated where it is shown. */
export const CODE_LANGUAGES = [
  'JavaScript',
  'TypeScript',
  'Python',
  'Java',
  'Go',
  'Rust',
  'C',
  'C++',
  'C#',
  'PHP',
  'Ruby',
  'Kotlin',
  'Swift',
  'Dart',
  'Scala',
  'Shell',
  'SQL',
  'HTML',
  'Lua',
  'R',
  'Other',
] as const

/** Pictures of the project, of it running, and such as buyers made. */
export const PICTURE_KINDS = ['project', 'run', 'buyer'] as const

/** What a work needs before it goes online (b-markets 5). */
export const WORK_PARTS = [
  'title',
  'labels',
  'intro',
  'source',
  'pictures',
  'price',
  'environment',
  'language',
] as const

const HttpUrl = z
  .string()
  .max(300)
  .regex(/^(https?:\/\/[^\s<>"\\]+)?$/)

/** What an author says of a work. While it is a draft any part may be missing. */
export const WorkForm = z.strictObject({
  title: personText(1, WORK_TITLE_MAX),
  labels: z.array(personText(1, WORK_LABEL_CHARS)).max(WORK_LABELS_MAX),
  intro: personText(0, WORK_INTRO_MAX),
  environment: personText(0, WORK_ENVIRONMENT_MAX),
  language: z.enum(CODE_LANGUAGES),
  /** Where it can be tried; empty for nowhere. */
  demoUrl: HttpUrl,
  openPaths: z.array(personText(1, OPEN_PATH_CHARS)).max(OPEN_FILES_MAX),
})

export const WorkPicture = z.object({
  id: z.string(),
  kind: z.enum(PICTURE_KINDS),
  src: z.string(),
})

/** A card of the market, with the specification's names of a programme in a list. */
export const WorkCard = z.object({
  id: Id,
  productName: z.string(),
  /** The first picture of the project. */
  productUrl: z.string().nullable(),
  /** The beginning of the description without its Markdown. */
  blurb: z.string(),
  language: z.string(),
  labels: z.array(z.string()),
  /** Of the cheapest licence; `0.00` is free. */
  price: YuanText,
  author: PersonCard,
  countBrowses: z.number().int(),
  countComments: z.number().int(),
  /** Persons who got it. */
  countDownloads: z.number().int(),
  /** Mean of the stars, or null while there are none. */
  rating: z.number().nullable(),
  publishTime: Moment,
  /** When its newest version came. */
  updateTime: Moment,
})

/** A work in a ranking, with the specification's names. */
export const RankedWork = z.object({
  productId: Id,
  productName: z.string(),
  productCountDownloads: z.number().int(),
  productCountComments: z.number().int(),
  productPrice: YuanText,
  /** What it is ranked by. */
  score: z.number(),
})

export const WORK_SORTS = ['newest', 'updated', 'popular', 'rating', 'price-asc', 'price-desc'] as const

export const WorkFilter = z.object({
  /** Chinese or English text of title, labels, description or language; what matches is counted up to 1,000. */
  keyword: queryText(SEARCH_CHARS),
  language: queryText(40),
  label: queryText(WORK_LABEL_CHARS),
  priceFrom: queryYuan(),
  priceTo: queryYuan(),
  /** At least so many stars in the mean. */
  ratingFrom: queryInt(1, 5),
})

/**
 * A whole word of code, or some Chinese characters. Parts of a word find nothing, so that nobody reads a hidden file by
 * guessing one letter after the other.
 */
export const InsideWord = z.string().regex(/^([A-Za-z0-9_]{3,60}|[\u4e00-\u9fff]{2,20})$/)
