import {
  answerFault,
  confirmFaultRuling,
  contestSilence,
  handFault,
  listFaults,
  pageFaults,
  reportFault,
  ruleContest,
  ruleFault,
} from '@trove/contract/compute/faults'
import { type ComputeLab, openComputeLab } from './labs/compute-lab.ts'
import { createFakeMachines } from './stand-ins/fake-machine.ts'

/** The life of a reported fault, or of a contested silence, safe to do again from any point on. As a program it does it once, and may be killed. */

/** `from`: the silence that is contested and ruled to go back. Without it the buyer reports a fault. */
export type Leased = { orderId: string; buyer: string; seller: string; refund: string; from?: string }
const [ANN, BEN] = ['ann-of-the-desk', 'ben-of-the-desk']

export async function liveFault(lab: ComputeLab, { orderId, buyer, seller, refund, from }: Leased): Promise<void> {
  for (;;) {
    const { faults } = await lab.call(listFaults, { params: { id: orderId } }, buyer)
    const fault = faults[0]
    if (!fault) {
      if (from) await lab.call(contestSilence, { body: { orderId, from, words: '不是我关的' } }, seller)
      else await lab.call(reportFault, { body: { orderId, reason: 'slow', words: '慢' } }, buyer)
      continue
    }
    const params = { id: fault.id }
    if (fault.state === 'open') await lab.call(answerFault, { params, body: { isFixed: false, words: '正常' } }, seller)
    else if (fault.state === 'disputed') await lab.call(handFault, { params, body: { words: '请裁决' } }, buyer)
    else if (fault.state === 'handed') await decide(lab, fault.id, refund)
    else return
  }
}

async function decide(lab: ComputeLab, id: string, refundAmount: string): Promise<void> {
  const { content } = await lab.call(pageFaults, { query: { size: 100 } }, ANN)
  const head = content.find((one) => one.id === id)
  const proposed = head?.rulings.find(({ state }) => state === 'proposed')
  const params = { id }
  if (proposed) await lab.call(confirmFaultRuling, { params, body: { rulingId: proposed.id } }, BEN)
  else if (head?.silence) await lab.call(ruleContest, { params, body: { goesBack: true, reason: '裁决' } }, ANN)
  else if (head)
    await lab.call(ruleFault, { params, body: { refundAmount, restAmount: head.restAmount, reason: '裁决' } }, ANN)
}

const [, , url, leased] = process.argv
if (import.meta.main && url && leased) {
  const lab = await openComputeLab(url, createFakeMachines())
  await liveFault(lab, JSON.parse(leased) as Leased)
  process.exit(0)
}
