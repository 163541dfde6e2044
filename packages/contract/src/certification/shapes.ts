import { z } from 'zod'
import type { PlainErrorCode } from '../errors/codes.ts'
import { CONSENT_VERSION } from '../identity/account.ts'
import { RealName } from '../identity/shapes.ts'
import { Id, isSeen, NOT_BLANK, personText } from '../kit/shapes.ts'

/** What a person applies with to be certified (part A 3 and 5). */

/** Technology types of one person, and skills in each. */
export const FIELDS_MAX = 3
export const SKILLS_MAX = 3
/** Certificates, and further materials beside them. */
export const PAPERS_MAX = 9
export const IDENTITY_CHARS = 30

/** The largest picture a client may send; browsers make it small before, the server again. */
export const PAPER_UPLOAD_BYTES = 16 * 1024 * 1024
/** What a stored paper weighs at most (decision 39). */
export const PAPER_STORED_BYTES = 4096 * 1024

/** The text about papers, the real name and what of it becomes public; a new text is consented to anew. */
export const CERTIFICATION_CONSENT = CONSENT_VERSION

export const PAPER_TYPES = ['CERT', 'OTHER'] as const
export const PaperType = z.enum(PAPER_TYPES)

/** A field in words of the specification: an empty one is refused with its own text. */
const refuse = (error: PlainErrorCode) => ({ params: { error } })

const Chosen = z.string().trim().max(60)

/** A technology type with up to three skills; `null` and absent are the same. */
export const TechnicalLabel = z.strictObject({
  technicalFieldKey: Chosen,
  skillLabel1: Chosen.nullish(),
  skillLabel2: Chosen.nullish(),
  skillLabel3: Chosen.nullish(),
})

export const CertificationFile = z.strictObject({
  type: PaperType,
  /** The file's name as the upload answered it, or its address. */
  url: z.string().min(1).max(2000),
})

export const CertificationForm = z.strictObject({
  /** Whoever calls; another's is refused. */
  fkUserId: Id.optional(),
  realName: RealName,
  identity: personText(0, IDENTITY_CHARS)
    .refine(isSeen, refuse('certification.identity-empty'))
    .meta({ pattern: NOT_BLANK }),
  realHeadImgUrl: z
    .string()
    .trim()
    .max(300)
    .refine((url) => url !== '', refuse('certification.head-empty'))
    .meta({ pattern: NOT_BLANK }),
  workExp: Chosen.refine((value) => value !== '', refuse('certification.work-exp-empty')).meta({ pattern: NOT_BLANK }),
  technicalLabels: z
    .array(TechnicalLabel)
    .max(100)
    .refine((labels) => labels.length > 0, refuse('certification.skills-empty'))
    .refine((labels) => labels.length <= FIELDS_MAX, refuse('certification.fields-limit'))
    .meta({ minItems: 1, maxItems: FIELDS_MAX }),
  certificationFiles: z
    .array(CertificationFile)
    .max(2 * PAPERS_MAX)
    .refine((files) => files.some(({ type }) => type === 'CERT'), refuse('certification.papers-empty'))
    .meta({ minItems: 1 }),
  /** The text this person consented to: papers and real name are sensitive, and some of it becomes public. */
  consent: z
    .string()
    .max(20)
    .refine((version) => version === CERTIFICATION_CONSENT, refuse('certification.consent-needed'))
    .meta({ pattern: `^${CERTIFICATION_CONSENT}$` }),
})

/** A word in both languages beside the stored value. */
export const ChosenWord = z.object({ value: z.string(), labelZh: z.string(), labelEn: z.string() })
export const ChosenField = ChosenWord.extend({ skills: z.array(ChosenWord) })

export const Paper = z.object({
  type: PaperType,
  /** What the file is asked for by. */
  filename: Id,
  name: z.string(),
  bytes: z.number().int(),
})
