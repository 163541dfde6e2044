import { fill, type Language, type Say } from '@trove/messages/kit/say'
import { storageAgentTexts as texts } from '@trove/messages/storage/storage-agent'
import { formatBytes } from '@trove/units/bytes'
import { formatTtc } from '@trove/units/token'
import type { Snapshot } from './snapshot.ts'

/** What a person at the terminal sees of the nodes: some lines each. */
export function renderTerminal(snapshots: Snapshot[], pageUrl: string, language: Language): string {
  const word = (text: Say, params: Record<string, string | number> = {}) => fill(text, language, params)
  const lines = snapshots.flatMap((node, i) => {
    const chain = texts.states[node.chain as keyof typeof texts.states] ?? texts.states.connecting
    const kept = node.orders.filter(({ step }) => step === 'serving' || step === 'leaving').length
    const facts = [
      word(texts.states[node.state]),
      word(texts.chainAt, { state: word(chain), block: node.block }),
      word(texts.capacityOf, { used: formatBytes(node.usedBytes), total: formatBytes(node.totalBytes) }),
      `${word(texts.orders)} ${kept}`,
      word(texts.proofsOf, node.proofs),
      `${word(texts.income)} ${formatTtc(node.incomePlanck ?? 0n, { most: 6 })} TTC`,
    ]
    return [`${word(texts.node, { number: i + 1 })}  ${node.address}`, `  ${facts.join(' | ')}`]
  })
  return [word(texts.title), pageUrl, ...lines].join('\n')
}
