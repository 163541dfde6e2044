import { formatYuan } from '@trove/units/money'
import type { ExchangeAnswer, PaymentProvider, TransferAnswer } from '../model/provider.ts'
import type { AlipayGateway, GatewayAnswer } from './alipay-gateway.ts'

/** The half of Alipay that pays people out: authorisation of their account, and transfers to it. */

type Receiving = Pick<PaymentProvider, 'authorizeUrl' | 'exchange' | 'transfer' | 'transferQuery'>

const PRODUCT = { product_code: 'TRANS_ACCOUNT_NO_PWD', biz_scene: 'DIRECT_TRANSFER' }
/** Refusals that lie with the payee: final. All others lie with us (balance, limits, permissions) and can be tried again. */
const PAYEE_FAULT = /^(PAYEE_|PERMIT_NON_BANK_LIMIT_PAYEE|PAYER_PAYEE_CANNOT_SAME$|USER_NOT_EXIST$)/
const INVALID_CODE = new Set(['isv.code-invalid', 'isv.code-is-empty'])

export function createReceiving(gateway: AlipayGateway, app: { appId: string; authorizeUrl: string }): Receiving {
  return {
    authorizeUrl({ state, redirectUrl }) {
      const url = new URL(app.authorizeUrl)
      url.searchParams.set('app_id', app.appId)
      url.searchParams.set('scope', 'auth_user')
      url.searchParams.set('redirect_uri', redirectUrl)
      url.searchParams.set('state', state)
      return url.toString()
    },
    exchange: (authCode) => exchange(gateway, authCode),
    async transfer({ number, amountFen, accountId, accountKind, realName, title }) {
      const answer = await gateway.call('alipay.fund.trans.uni.transfer', {
        bizContent: {
          ...PRODUCT,
          out_biz_no: number,
          trans_amount: formatYuan(amountFen),
          order_title: title,
          payee_info: {
            identity: accountId,
            identity_type: accountKind === 'open-id' ? 'ALIPAY_OPEN_ID' : 'ALIPAY_USER_ID',
            name: realName,
          },
        },
      })
      return readTransfer(answer, number)
    },
    async transferQuery(number) {
      const answer = await gateway.call('alipay.fund.trans.common.query', {
        bizContent: { ...PRODUCT, out_biz_no: number },
      })
      if (answer.kind === 'refused' && answer.subCode === 'ORDER_NOT_EXIST') return { outcome: 'absent' }
      return readTransfer(answer, number)
    },
  }
}

function readTransfer(answer: GatewayAnswer, number: string): TransferAnswer {
  if (answer.kind === 'refused') {
    return { outcome: PAYEE_FAULT.test(answer.subCode) ? 'failed' : 'refused', reason: answer.subCode }
  }
  if (answer.kind === 'rejected') return { outcome: 'refused', reason: answer.subCode }
  if (answer.kind === 'unknown') return { outcome: 'unknown', reason: answer.reason }
  const { out_biz_no, order_id, status, error_code } = answer.fields
  if (out_biz_no !== number) return { outcome: 'unknown', reason: 'answer does not fit the question' }
  switch (status) {
    case 'SUCCESS':
      return { outcome: 'paid', providerOrderId: String(order_id ?? '') }
    case 'DEALING':
    case 'INIT':
    case 'WAIT_PAY':
      return { outcome: 'dealing' }
    case 'FAIL':
    case 'CLOSED':
      return { outcome: 'failed', reason: String(error_code ?? status) }
    case 'REFUND':
      return { outcome: 'returned', reason: String(error_code ?? status) }
    default:
      return { outcome: 'unknown', reason: 'unknown status' }
  }
}

async function exchange(gateway: AlipayGateway, authCode: string): Promise<ExchangeAnswer> {
  const token = await gateway.call('alipay.system.oauth.token', { grant_type: 'authorization_code', code: authCode })
  if (token.kind === 'rejected' && INVALID_CODE.has(token.subCode)) return { outcome: 'invalid' }
  if (token.kind !== 'success') return { outcome: 'unknown', reason: 'reason' in token ? token.reason : token.subCode }
  const { access_token } = token.fields
  if (typeof access_token !== 'string') return { outcome: 'unknown', reason: 'no access_token' }
  const info = await gateway.call('alipay.user.info.share', { auth_token: access_token })
  if (info.kind !== 'success') return { outcome: 'unknown', reason: 'reason' in info ? info.reason : info.subCode }
  return readAccount(info.fields)
}

function readAccount(fields: Record<string, unknown>): ExchangeAnswer {
  const { user_id, open_id, avatar, nick_name } = fields
  const accountId = user_id ?? open_id
  if (typeof accountId !== 'string' || accountId === '') return { outcome: 'unknown', reason: 'no user_id or open_id' }
  return {
    outcome: 'account',
    account: {
      accountId,
      accountKind: user_id === undefined ? 'open-id' : 'user-id',
      avatar: typeof avatar === 'string' ? avatar : null,
      nickname: typeof nick_name === 'string' ? nick_name : null,
    },
  }
}
