import type { Language, Say } from '@trove/messages/kit/say'
import { storageAgentTexts as texts } from '@trove/messages/storage/storage-agent'
import { formatBytes } from '@trove/units/bytes'
import { formatTtc } from '@trove/units/token'
import type { OrderRow } from '../journal/orders.ts'
import { alertText } from './alert-text.ts'
import { framePage, html, type Word, wordOf } from './frame.ts'
import { plotIncome, plotProofs, plotSpace } from './plots.ts'
import type { Snapshot } from './snapshot.ts'

const UNKNOWN = '–'
const SHOWN_DECIMALS = { most: 6 }

/** The whole page. Everything in it that comes from elsewhere is escaped. */
export function renderPage(snapshots: Snapshot[], language: Language): string {
  const word = wordOf(language)
  const lang = language === 'en' ? 'en' : 'zh'
  const care = `<p class="note">${word(texts.keyBackup)}</p>
<p class="ways"><a href="/test?lang=${lang}">${word(texts.care.test)}</a> <a href="/backup?lang=${lang}">${word(texts.care.backup)}</a></p>`
  const body = snapshots.map((one, i) => nodeSection(one, i + 1, word, language)).join('') + care
  return framePage({ language, path: '/', body, isLive: true })
}

function nodeSection(node: Snapshot, number: number, word: Word, language: Language): string {
  const amount = (planck: bigint | undefined) =>
    planck === undefined ? UNKNOWN : `${html(formatTtc(planck, SHOWN_DECIMALS))} TTC`
  const chain = texts.states[node.chain as keyof typeof texts.states] ?? texts.states.connecting
  const facts: [Say, string][] = [
    [texts.address, `<code>${html(node.address)}</code>`],
    [texts.chain, word(texts.chainAt, { state: word(chain), block: node.block })],
    [texts.state, word(texts.states[node.state])],
    [
      texts.capacity,
      word(texts.capacityOf, { used: formatBytes(node.usedBytes), total: formatBytes(node.totalBytes) }) +
        plotSpace(node.usedBytes, node.totalBytes, word),
    ],
    [texts.bond, amount(node.bondPlanck)],
    [texts.balance, amount(node.balancePlanck)],
    [texts.income, amount(node.incomePlanck)],
    [texts.proofs, word(texts.proofsOf, node.proofs)],
    [texts.misses, String(node.misses)],
  ]
  const alerts = node.alerts.map((alert) => `<li>${html(alertText(alert, language))}</li>`).join('')
  return `<section><h2>${word(texts.node, { number })}</h2>
${alerts && `<div class="alerts" role="alert"><h3>${word(texts.alerts)}</h3><ul>${alerts}</ul></div>`}
<dl>${facts.map(([label, value]) => `<div><dt>${word(label)}</dt><dd>${value}</dd></div>`).join('')}</dl>
<div class="plots">${plotProofs(node.days, word)}${plotIncome(node.earned, word)}</div>
<h3>${word(texts.orders)}</h3>${ordersTable(node.orders, word)}</section>`
}

function ordersTable(orders: OrderRow[], word: Word): string {
  if (orders.length === 0) return `<p class="none">${word(texts.noOrders)}</p>`
  const heads = [texts.order, texts.size, texts.step, texts.proven, texts.deadline, texts.earned]
  const rows = orders.map((row) => {
    const reason = row.reason && (row.step === 'dropped' || row.step === 'gone' || row.step === 'seen')
    const step = word(texts.steps[row.step]) + (reason ? ` (${word(reasonOf(row.reason!))})` : '')
    const cells = [
      String(row.id),
      html(formatBytes(BigInt(row.sizeBytes))),
      step,
      String(row.provenBlock ?? UNKNOWN),
      String(row.deadlineBlock),
      `${html(formatTtc(row.earnedPlanck, SHOWN_DECIMALS))} TTC`,
    ]
    return `<tr>${cells.map((cell, i) => `<td data-label="${word(heads[i]!)}">${cell}</td>`).join('')}</tr>`
  })
  return `<table><thead><tr>${heads.map((head) => `<th>${word(head)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function reasonOf(reason: string): Say {
  return texts.reasons[reason as keyof typeof texts.reasons] ?? texts.reasons.refused
}
