import { say } from '../kit/say.ts'

/** Said by the page and by the server, whoever counts first. */
export const terminalLimit = say(
  '最多同时打开 {{most}} 个终端，请先关闭一个',
  'At most {{most}} terminals can be open at once. Close one first',
)
