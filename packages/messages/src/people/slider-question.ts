import { say } from '../kit/say.ts'

/** A question in place of the slider's picture, for whoever cannot see it; the numbers in it are words. */
export const sliderQuestions = {
  more: say(
    '有{{first}}台机器，又来了{{second}}台，一共几台？',
    'There are {{first}} machines and {{second}} more arrive. How many are there now?',
  ),
  fewer: say(
    '有{{first}}台机器，拿走了{{second}}台，还剩几台？',
    'There are {{first}} machines and {{second}} are taken away. How many are left?',
  ),
} as const

const CHINESE = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九']
const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** A number from 0 to 99 in words. */
export function numberInWords(value: number, language: 'zh-CN' | 'en'): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  if (language === 'en') return value < 20 ? SMALL[value]! : TENS[tens]! + (ones ? `-${SMALL[ones]}` : '')
  if (tens === 0) return CHINESE[ones]!
  return `${tens > 1 ? CHINESE[tens] : ''}十${ones ? CHINESE[ones] : ''}`
}
