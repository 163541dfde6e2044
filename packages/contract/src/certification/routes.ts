import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, queryText } from '../kit/shapes.ts'
import { CertificationForm, ChosenField, ChosenWord, Paper } from './shapes.ts'

/** A person applies to be a certified expert: papers, the form, and where it stands. Paths of part A 7. */

export const uploadPaper = route({
  id: 'certification.upload-paper',
  method: 'POST',
  path: '/api/manpower/secret-file/',
  summary:
    'Send a picture of a paper (multipart field "file"); it is drawn anew, sealed, and read by nobody but its owner and reviewers',
  auth: 'user',
  bodyKind: 'multipart',
  ok: z.object({ filename: Id }),
  errors: [
    'files.not-an-image',
    'files.picture-slow',
    'files.dimensions',
    'files.missing',
    'files.over-limit',
    'files.too-many',
    'files.quota',
    'request.too-frequent',
  ],
})

export const readPaper = route({
  id: 'certification.read-paper',
  method: 'GET',
  path: '/api/manpower/secret-file/{filename}',
  summary: 'A paper of one’s own; the access token may stand in the query, here and nowhere else (decision 17)',
  auth: 'user',
  takesQueryToken: true,
  envelope: 'raw',
  params: z.object({ filename: Id }),
  query: z.object({ access_token: queryText(4000) }),
  ok: z.any(),
  errors: ['resource.not-found', 'files.range'],
})

export const CertificationInfo = z.object({
  /** 0 not certified, 1 under review, 2 verified, 3 refused (shown as 0, with the reason). */
  status: z.number().int().min(0).max(3),
  identity: z.string().nullable(),
  realName: z.string().nullable(),
  realHeadImgUrl: z.string().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
})

export const applyForCertification = route({
  id: 'certification.apply',
  method: 'POST',
  path: '/api/manpower/certification',
  summary: 'Apply to be certified, or again after a refusal; a reviewer decides',
  auth: 'user',
  body: CertificationForm,
  ok: CertificationInfo,
  errors: [
    'session.forbidden',
    'wallet.real-name-empty',
    'certification.identity-empty',
    'certification.work-exp-empty',
    'certification.head-empty',
    'certification.head-unknown',
    'certification.skills-empty',
    'certification.skill-missing',
    'certification.fields-limit',
    'certification.papers-empty',
    'certification.papers-limit',
    'certification.paper-unknown',
    'certification.option-unknown',
    'certification.consent-needed',
    'certification.not-open',
    'request.too-frequent',
  ],
})

export const currentCertification = route({
  id: 'certification.current',
  method: 'GET',
  path: '/api/manpower/certification/current',
  summary: 'Where one’s certification stands; identity in the reader’s language',
  auth: 'user',
  ok: CertificationInfo,
})

export const keptCertificationForm = route({
  id: 'certification.form',
  method: 'GET',
  path: '/api/manpower/certification/form',
  summary: 'What one applied with last, papers included, to apply again with',
  auth: 'user',
  ok: z
    .object({
      realName: z.string(),
      identity: ChosenWord,
      realHeadImgUrl: z.string(),
      workExp: ChosenWord,
      fields: z.array(ChosenField),
      papers: z.array(Paper),
      submittedAt: Moment,
    })
    .nullable(),
})

export const certificationRoutes = [
  uploadPaper,
  readPaper,
  applyForCertification,
  currentCertification,
  keptCertificationForm,
] as const
