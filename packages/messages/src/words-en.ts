import { errors } from './errors.ts'
import { noticeKinds } from './notices.ts'
import { bundle, type Words } from './say.ts'
import { texts } from './texts.ts'

/** Everything the site says in English, loaded on its own; the web build replaces this file by the plain data. */
const words: Words = {
  texts: bundle(texts, 'en'),
  codes: bundle({ ...errors, ...noticeKinds }, 'en') as Words['codes'],
}
export default words
