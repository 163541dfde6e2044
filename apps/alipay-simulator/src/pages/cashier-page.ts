import { type Account, SELLER_ID } from '../accounts/accounts.ts'
import { shanghaiTime } from '../base/clock.ts'
import type { Session, Trade } from '../base/trade-types.ts'
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'
import type { Page } from './layout.ts'
import { accountChoice, amount, fact, notice, plainAmount } from './parts.ts'

export interface CashierView {
  page: Page
  session: Session
  trade: Trade | undefined
  buyer: Account | undefined
  people: Account[]
  now: number
  /** Shown above the form: why the last action was refused. */
  problem: string | undefined
}

/** The cashier in whatever state its order is: choose, confirm, paid, closed or expired. */
export function cashierPage(view: CashierView): Html {
  const { session, trade, now } = view
  if (trade?.status === 'TRADE_SUCCESS' || trade?.status === 'TRADE_FINISHED') return ended(view, 'paid')
  if (trade?.status === 'TRADE_CLOSED') return ended(view, trade.paidAt === null ? 'closed' : 'refunded')
  if (trade === undefined && session.expiresAt !== null && session.expiresAt <= now) return ended(view, 'expired')
  return html`<div class="columns">${summary(view)}<section class="card act">
    ${steps(view.page, trade === undefined ? 0 : 1)}
    ${view.problem === undefined ? '' : notice(view.problem)}
    ${trade === undefined || view.buyer === undefined ? choose(view) : confirm(view, trade, view.buyer)}
  </section></div>`
}

function summary({ page, session, trade, now }: CashierView): Html {
  const end = trade?.expiresAt ?? session.expiresAt
  return html`<aside class="card order">
    <div class="due">
      <div><p class="label">${page.say('amountToPay')}</p><p class="big">${amount(session.totalFen)}</p></div>
      ${end === null || end - now > 86_400_000 ? '' : html`<p class="countdown">${icon('clock')}<span>${page.say('timeLeft')}</span> <span class="num" data-left-seconds="${Math.max(0, Math.floor((end - now) / 1000))}">${leftText(end - now)}</span></p>`}
    </div>
    <dl class="facts more">
      ${fact(page.say('subject'), session.subject)}
      ${fact(page.say('payee'), html`${page.say('demoMerchant')} <span class="num quiet">${SELLER_ID}</span>`)}
      ${fact(page.say('orderNumber'), html`<span class="num long">${session.outTradeNo}</span>`)}
      ${trade === undefined ? '' : fact(page.say('tradeNumber'), html`<span class="num long">${trade.tradeNo}</span>`)}
      ${end === null ? '' : fact(page.say('payBefore'), html`<time class="num" title="${page.say('shanghaiTime')}">${shanghaiTime(end).slice(0, 16)}</time>`)}
    </dl>
  </aside>`
}

function choose({ page, session, people }: CashierView): Html {
  return html`<h1>${page.say('chooseHeading')}</h1>
  <p class="help">${page.say('chooseHelp')}</p>
  <form method="post" action="/cashier/${session.sessionId}/scan">
    ${accountChoice(page, people, people[0]?.userId ?? '', page.say('stepChoose'), session.totalFen)}
    <div class="actions">
      <button class="primary" type="submit">${page.say('chooseAction')}</button>
      ${session.returnUrl === '' ? '' : html`<a class="secondary" href="${session.returnUrl}">${page.say('leave')}</a>`}
    </div>
  </form>`
}

function confirm({ page, session }: CashierView, trade: Trade, buyer: Account): Html {
  const isShort = buyer.balanceFen < trade.totalFen
  const after = isShort ? undefined : plainAmount(buyer.balanceFen - trade.totalFen)
  return html`<h1>${page.say('confirmHeading')}</h1>
  <p class="help">${page.say('confirmHelp')}</p>
  <div class="payer">
    <img src="/avatars/${buyer.userId}.svg" alt="" width="56" height="56">
    <div class="who"><span class="label">${page.say('payWith')}</span><span class="nick">${buyer.nickName}</span>
      <span class="sub">${page.say('realName')} ${buyer.realName} · <span class="num">${buyer.loginId}</span></span></div>
    <a class="change" href="/cashier/${session.sessionId}?change=1">${page.say('changeAccount')}</a>
  </div>
  <dl class="facts balance">
    ${fact(page.say('balance'), html`<span class="num">${plainAmount(buyer.balanceFen)}</span>`)}
    ${fact(page.say('amountToPay'), html`<span class="num">−${plainAmount(trade.totalFen)}</span>`)}
    ${fact(page.say('balanceAfter'), after === undefined ? html`<span class="bad">${icon('alert')}${page.say('balanceShort')}</span>` : html`<strong class="num">${after}</strong>`)}
  </dl>
  <form method="post" action="/cashier/${session.sessionId}/pay" class="actions">
    <button class="primary" type="submit">${page.say('payAction')} <span class="num">${plainAmount(trade.totalFen)}</span></button>
  </form>
  <form method="post" action="/cashier/${session.sessionId}/refuse" class="refuse">
    <button class="danger" type="submit">${icon('cross')}${page.say('refuseAction')}</button>
    <p class="help">${page.say('refuseHelp')}</p>
  </form>`
}

type Ending = 'paid' | 'closed' | 'refunded' | 'expired'

function ended({ page, session, trade }: CashierView, ending: Ending): Html {
  const heading = ending === 'paid' ? 'paidHeading' : ending === 'expired' ? 'expiredHeading' : 'closedHeading'
  const help = ({ paid: 'paidHelp', closed: 'closedHelp', refunded: 'refundedHelp', expired: 'expiredHelp' } as const)[
    ending
  ]
  const mark = ending === 'paid' ? 'check' : ending === 'expired' ? 'clock' : 'cross'
  return html`<section class="card ending ${ending}">
    ${ending === 'paid' ? steps(page, 3) : ''}
    <div class="seal">${icon(mark)}</div>
    <h1>${page.say(heading)}</h1>
    <p class="big">${amount(session.totalFen)}</p>
    <p class="help">${page.say(help)}</p>
    <dl class="facts">
      ${fact(page.say('subject'), session.subject)}
      ${fact(page.say('orderNumber'), html`<span class="num long">${session.outTradeNo}</span>`)}
      ${trade === undefined ? '' : fact(page.say('tradeNumber'), html`<span class="num long">${trade.tradeNo}</span>`)}
    </dl>
    ${session.returnUrl === '' ? '' : html`<div class="actions"><a class="primary" href="${ending === 'paid' ? `/cashier/${session.sessionId}/return` : session.returnUrl}">${page.say('backToMerchant')}</a></div>`}
  </section>`
}

function steps(page: Page, current: number): Html {
  const names = ['stepChoose', 'stepConfirm', 'stepDone'] as const
  return html`<ol class="steps" aria-label="${page.say('stepsLabel')}">${names.map(
    (name, index) =>
      html`<li class="${index < current ? 'done' : index === current ? 'now' : 'next'}" ${index === current ? html`aria-current="step"` : ''}><span class="dot">${index < current ? icon('check') : index + 1}</span><span class="name">${page.say(name)}</span></li>`,
  )}</ol>`
}

function leftText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
