import { bundle } from './kit/say.ts'
import { moreTexts } from './texts.ts'

/** The rest of what the site says in English, for the screens that need it; the web build replaces this file by the plain data. */
const words = { texts: bundle(moreTexts, 'en') }
export default words
