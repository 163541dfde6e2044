import { say } from '../kit/say.ts'

/** The terms of a storage order, and the parts of its price. */
export const storageTerms = {
  unit: { days: say('天', 'days'), copies: say('份', 'copies'), tips: say('TTC', 'TTC') },
  help: {
    copies: say('每份由不同的存储节点保管，价格随份数增加', 'Each is kept by a different storage node and paid for'),
    tips: say('可以不填。加在价格上，付给存储节点', 'Optional. Paid to the storage nodes on top of the price'),
  },
  cost: {
    parts: say('价格的组成', 'Parts of the price'),
    fees: say('订单费，每单一次', 'Order fee, once'),
    work: say('接单与证明，{{copies}} 份 × {{days}}', 'Acceptance and proofs, {{copies}} × {{days}}'),
    size: say('空间，{{size}} × {{copies}} 份 × {{days}}', 'Space, {{size}} × {{copies}} × {{days}}'),
    text: say(
      '空间按整 MB 和整天计算。订单费、接单与证明与文件大小无关，所以小文件每 GB 的价格更高。',
      'Space counts in whole MB and days. The order fee, acceptance and proofs do not depend on the size, so small files cost more per GB.',
    ),
  },
} as const
