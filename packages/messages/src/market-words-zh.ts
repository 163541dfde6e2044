import { bundle } from './kit/say.ts'
import { marketTexts } from './texts.ts'

/** What the markets of experts and of storage say in Chinese; the web build replaces this file by the plain data. */
const words = { texts: bundle(marketTexts, 'zh-CN') }
export default words
