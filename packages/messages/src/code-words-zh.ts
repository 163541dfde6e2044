import { laterErrors } from './errors.ts'
import { bundle, type Words } from './kit/say.ts'
import { noticeKinds } from './people/notices.ts'

/** What refusals and notices say in Chinese, read by code; the web build replaces this file by the plain data. */
const words = { codes: bundle({ ...laterErrors, ...noticeKinds }, 'zh-CN') as Words['codes'] }
export default words
