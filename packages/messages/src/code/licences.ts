import { say } from '../kit/say.ts'

/** The licences of works: one name and one text of terms for each, wherever they are chosen, bought or shown. */
export const licenceNames = {
  personal: say('个人许可', 'Personal licence'),
  commercial: say('商业许可', 'Commercial licence'),
  'source-resale': say('源码转售许可', 'Source resale licence'),
} as const

export const licenceTerms = {
  personal: say('自己学习和使用，不得用于经营', 'Study it and use it yourself, not for business'),
  commercial: say(
    '还可用于经营和对外发布的产品，不得转售源码',
    'Use it in your business and in products you ship, without reselling the source',
  ),
  'source-resale': say('还可作为自己作品的一部分转售源码', 'You may also resell the source as part of your own work'),
} as const
