import iconv from 'iconv-lite'
import { ZipFile } from 'yazl'
import { getAccount, SELLER_ID } from './accounts.ts'
import { type BillLink, billTimes, type Discrepancy, listDiscrepancies } from './bills.ts'
import { shanghaiTime } from './clock.ts'
import { yuan } from './money.ts'
import type { Trade } from './trade-types.ts'
import type { World } from './world.ts'

interface Line {
  tradeNo: string
  outTradeNo: string
  kind: '交易' | '退款'
  subject: string
  createdAt: number
  doneAt: number
  buyerId: string
  amountFen: bigint
  requestNo: string
}

type RefundRow = Trade & { outRequestNo: string; amountFen: bigint; settledAt: number }

const TRADE_HEADER =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const ACCOUNT_HEADER =
  '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注'

/** The bill of a link as the gateway sends it: a zip with one GBK CSV, `#` lines around it, cells padded by a tab. */
export async function makeBillFile(world: World, link: BillLink): Promise<{ name: string; content: Buffer }> {
  const isTrade = link.billType === 'trade'
  const text = isTrade ? tradeBill(world, link.billDate) : accountBill(world, link.billDate)
  const name = `${SELLER_ID}_${link.billDate.replaceAll('-', '')}_${isTrade ? '业务明细' : '账务明细'}`
  const zip = new ZipFile()
  zip.addBuffer(iconv.encode(text, 'gbk'), `${name}.csv`)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return { name: `${SELLER_ID}-${link.billDate}-${link.billType}.csv.zip`, content: Buffer.concat(chunks) }
}

function tradeBill(world: World, date: string): string {
  const lines = withDiscrepancies(listLines(world, date), listDiscrepancies(world, date))
  const trades = lines.filter((line) => line.kind === '交易')
  const refunds = lines.filter((line) => line.kind === '退款')
  const rows = lines.map((line) => {
    const login = getAccount(world.store, line.buyerId).loginId
    const amount = yuan(line.amountFen)
    return cells([
      line.tradeNo,
      line.outTradeNo,
      line.kind,
      line.subject,
      shanghaiTime(line.createdAt),
      shanghaiTime(line.doneAt),
      ...['', '', '', ''],
      login,
      amount,
      amount,
      ...['0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00'],
      line.requestNo,
      ...['0.00', '0.00', ''],
    ])
  })
  return frame(world, date, '业务明细', TRADE_HEADER, rows, [
    `#交易合计：${trades.length}笔，商家实收共${yuan(total(trades))}元，商家优惠共0.00元`,
    `#退款合计：${refunds.length}笔，商家实收退款共${yuan(total(refunds))}元，商家优惠退款共0.00元`,
  ])
}

function accountBill(world: World, date: string): string {
  const times = billTimes(date)
  const entries = world.store.list<{
    seq: number
    at: number
    deltaFen: bigint
    balanceFen: bigint
    kind: string
    reference: string
  }>('SELECT * FROM entries WHERE userId = $userId AND at >= $from AND at < $until ORDER BY seq', {
    userId: SELLER_ID,
    from: times?.fromMs ?? 0,
    until: times?.untilMs ?? 0,
  })
  const kinds: Record<string, string> = { payment: '在线支付', refund: '退款', transfer: '转账' }
  const rows = entries.map((entry) => {
    const trade = world.store.find<{ outTradeNo: string; subject: string }>(
      `SELECT outTradeNo, subject FROM trades WHERE tradeNo = $ref
         OR tradeNo = (SELECT tradeNo FROM refunds WHERE outRequestNo = $ref)`,
      { ref: entry.reference },
    )
    return cells([
      String(entry.seq).padStart(16, '0'),
      entry.reference,
      trade?.outTradeNo ?? entry.reference,
      trade?.subject ?? '',
      shanghaiTime(entry.at),
      '',
      entry.deltaFen > 0n ? yuan(entry.deltaFen) : '0.00',
      entry.deltaFen < 0n ? yuan(entry.deltaFen) : '0.00',
      yuan(entry.balanceFen),
      '支付宝',
      kinds[entry.kind] ?? '其它',
      '',
    ])
  })
  const income = entries.filter((entry) => entry.deltaFen > 0n)
  const spent = entries.filter((entry) => entry.deltaFen < 0n)
  const sum = (list: Array<{ deltaFen: bigint }>) => yuan(list.reduce((all, entry) => all + entry.deltaFen, 0n))
  return frame(world, date, '账务明细', ACCOUNT_HEADER, rows, [
    `#支出合计：${spent.length}笔，共${sum(spent)}元`,
    `#收入合计：${income.length}笔，共${sum(income)}元`,
  ])
}

function frame(world: World, date: string, title: string, header: string, rows: string[], sums: string[]): string {
  const [from, until] = [billTimes(date)?.fromMs ?? 0, billTimes(date)?.untilMs ?? 0].map(longTime)
  const rule = '-'.repeat(40)
  const lines = [
    `#支付宝${title}查询`,
    `#账号：[${SELLER_ID}0156]`,
    `#起始日期：[${from}]   终止日期：[${until}]`,
    `#${rule}${title}列表${rule}`,
    header,
    ...rows,
    `#${rule}${title}列表结束${rule}`,
    ...sums,
    `#导出时间：[${longTime(world.clock.nowMs())}]`,
  ]
  return `${lines.join('\r\n')}\r\n`
}

function listLines(world: World, date: string): Line[] {
  const times = billTimes(date)
  const range = { from: times?.fromMs ?? 0, until: times?.untilMs ?? 0 }
  const trades = world.store.list<Trade>('SELECT * FROM trades WHERE paidAt >= $from AND paidAt < $until', range)
  const refunds = world.store.list<RefundRow>(
    `SELECT t.*, r.outRequestNo, r.amountFen, r.settledAt FROM refunds r JOIN trades t USING (tradeNo)
     WHERE r.settledAt >= $from AND r.settledAt < $until`,
    range,
  )
  const lines: Line[] = [
    ...trades.map((trade) => line(trade, '交易', trade.totalFen, trade.paidAt ?? 0, '')),
    ...refunds.map((row) => line(row, '退款', -row.amountFen, row.settledAt, row.outRequestNo)),
  ]
  return lines.sort((a, b) => a.doneAt - b.doneAt)
}

function line(trade: Trade, kind: Line['kind'], amountFen: bigint, doneAt: number, requestNo: string): Line {
  const { tradeNo, outTradeNo, subject, createdAt, buyerId } = trade
  return { tradeNo, outTradeNo, kind, subject, createdAt, doneAt, buyerId, amountFen, requestNo }
}

function withDiscrepancies(lines: Line[], planted: Discrepancy[]): Line[] {
  let changed = lines
  for (const { kind, outTradeNo, amountFen } of planted) {
    if (kind === 'missing') changed = changed.filter((other) => other.outTradeNo !== outTradeNo)
    if (kind === 'wrong-amount') {
      changed = changed.map((other) => (other.outTradeNo === outTradeNo ? { ...other, amountFen } : other))
    }
    if (kind === 'extra') changed = [...changed, strangeLine(planted[0]?.billDate ?? '', outTradeNo, amountFen)]
  }
  return changed
}

function strangeLine(date: string, outTradeNo: string, amountFen: bigint): Line {
  const at = billTimes(date)?.fromMs ?? 0
  return {
    tradeNo: `${date.replaceAll('-', '')}22001999999999999999`,
    outTradeNo,
    kind: '交易',
    subject: '不在账本中的交易',
    createdAt: at,
    doneAt: at,
    buyerId: 'buyer',
    amountFen,
    requestNo: '',
  }
}

/** Joins cells, each padded by a tab as in the real file; commas and line ends in a text would break the row. */
function cells(values: string[]): string {
  return values.map((value) => `${value.replace(/[,\r\n\t]/g, ' ')}\t`).join(',')
}

function total(lines: Line[]): bigint {
  return lines.reduce((sum, each) => sum + each.amountFen, 0n)
}

function longTime(ms: number): string {
  return shanghaiTime(ms).replace(/^(\d{4})-(\d{2})-(\d{2})/, '$1年$2月$3日')
}
