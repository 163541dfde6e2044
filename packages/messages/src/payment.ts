import { say } from './say.ts'

/** Texts our server gives to the payment provider; people see them in its app, always in Chinese. No user text in them. */
export const providerTexts = {
  tradeSubject: say('订单 {{number}}', 'Order {{number}}'),
  payoutTitle: say('收益 {{number}}', 'Income {{number}}'),
}
