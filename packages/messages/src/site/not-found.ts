import { say } from '../kit/say.ts'

/** The 404 page. */
export const notFound = {
  text: say('链接可能写错了，或者内容已经移走。', 'The link may be wrong, or the page may have moved.'),
  toHome: say('回到首页', 'Go to the home page'),
} as const
