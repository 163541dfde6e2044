import { firstErrors } from './errors.ts'
import { bundle, type Words } from './kit/say.ts'
import { firstTexts } from './texts.ts'

/** What the site says in Chinese from the first page on; the web build replaces this file by the plain data. */
const words: Words = {
  texts: bundle(firstTexts, 'zh-CN'),
  codes: bundle(firstErrors, 'zh-CN') as Words['codes'],
}
export default words
