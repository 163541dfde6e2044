import type { Account } from '../accounts/accounts.ts'
import { yuan } from '../base/money.ts'
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'
import type { Page } from './layout.ts'

/** An amount with a small currency sign, a large integer and small cents. */
export function amount(fen: bigint): Html {
  const [whole = '0', cents = '00'] = yuan(fen).split('.')
  return html`<span class="amount"><span class="currency">¥</span>${grouped(whole)}<span class="cents">.${cents}</span></span>`
}

/** An amount in running text. */
export function plainAmount(fen: bigint): string {
  const [whole = '0', cents = '00'] = yuan(fen).split('.')
  return `¥${grouped(whole)}.${cents}`
}

/** One line of facts: a label and its value. */
export function fact(label: string, value: Html | string): Html {
  return html`<div class="fact"><dt>${label}</dt><dd>${value}</dd></div>`
}

/** The test people as radio cards. People who cannot pay `neededFen` stay choosable: a refused payment is a test too. */
export function accountChoice(
  page: Page,
  people: Account[],
  chosenId: string,
  label: string,
  neededFen?: bigint,
): Html {
  return html`<div class="accounts" role="radiogroup" aria-label="${label}">${people.map((person) => {
    const isShort = neededFen !== undefined && person.balanceFen < neededFen
    return html`<label class="account">
      <input type="radio" name="user" value="${person.userId}" ${person.userId === chosenId ? html`checked` : ''} required>
      <img src="/avatars/${person.userId}.svg" alt="" width="44" height="44">
      <span class="who"><span class="nick">${person.nickName}${person.userKey === 'buyer' ? html` <span class="badge">${page.say('demoBuyer')}</span>` : ''}</span>
        <span class="sub"><span class="real">${page.say('realName')}</span> ${person.realName} <span class="num login">· ${person.loginId}</span></span></span>
      <span class="purse${isShort ? ' short' : ''}"><span class="num">${plainAmount(person.balanceFen)}</span>
        <span class="sub">${isShort ? html`${icon('alert')}${page.say('balanceShort')}` : page.say('balance')}</span></span>
      <span class="tick">${icon('check')}</span>
    </label>`
  })}</div>`
}

/** A notice inside a page, read out by screen readers. */
export function notice(text: string): Html {
  return html`<p class="notice" role="alert">${icon('alert')}<span>${text}</span></p>`
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',')
}
