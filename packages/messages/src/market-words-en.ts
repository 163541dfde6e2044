import { bundle } from './kit/say.ts'
import { marketTexts } from './texts.ts'

/** What the markets of experts and of storage say in English; the web build replaces this file by the plain data. */
const words = { texts: bundle(marketTexts, 'en') }
export default words
