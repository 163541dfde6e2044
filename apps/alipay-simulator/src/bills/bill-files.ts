import iconv from 'iconv-lite'
import { ZipFile } from 'yazl'
import { getAccount, SELLER_ID } from '../accounts/accounts.ts'
import { shanghaiTime } from '../base/clock.ts'
import { yuan } from '../base/money.ts'
import type { World } from '../world/world.ts'
import { listMovements, listTradeLines, type TradeLine } from './bill-lines.ts'
import { type BillLink, billTimes } from './bills.ts'

const TRADE_HEADER =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const ACCOUNT_HEADER =
  '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注'

/** The bill of a link as the gateway sends it: a zip with the GBK CSV and its summary, `#` lines around the rows, cells padded by a tab. */
export async function makeBillFile(world: World, link: BillLink): Promise<{ name: string; content: Buffer }> {
  const isTrade = link.billType === 'trade'
  const text = isTrade ? tradeBill(world, link.billDate) : accountBill(world, link.billDate)
  const name = `${SELLER_ID}_${link.billDate.replaceAll('-', '')}_${isTrade ? '业务明细' : '账务明细'}`
  const zip = new ZipFile()
  // The real file has a summary beside the list, and nothing says which comes first.
  zip.addBuffer(iconv.encode(summary(link.billDate, text), 'gbk'), `${name}(汇总).csv`)
  zip.addBuffer(iconv.encode(text, 'gbk'), `${name}.csv`)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return { name: `${SELLER_ID}-${link.billDate}-${link.billType}.csv.zip`, content: Buffer.concat(chunks) }
}

function summary(date: string, text: string): string {
  const sums = text.split('\r\n').filter((line) => /^#.+合计/.test(line))
  return `#支付宝汇总查询\r\n#日期：[${date}]\r\n类型,说明\r\n${sums.map((line) => `合计,${line.slice(1)}`).join('\r\n')}\r\n`
}

function tradeBill(world: World, date: string): string {
  const lines = listTradeLines(world, date)
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
  const movements = listMovements(world, date)
  const rows = movements.map((each) =>
    cells([
      each.flowNo,
      each.reference,
      each.number,
      each.subject,
      shanghaiTime(each.at),
      '',
      each.deltaFen > 0n ? yuan(each.deltaFen) : '0.00',
      each.deltaFen < 0n ? yuan(each.deltaFen) : '0.00',
      yuan(each.balanceFen),
      '支付宝',
      each.kind,
      '',
    ]),
  )
  const income = movements.filter((each) => each.deltaFen > 0n)
  const spent = movements.filter((each) => each.deltaFen < 0n)
  const sum = (list: Array<{ deltaFen: bigint }>) => yuan(list.reduce((all, each) => all + each.deltaFen, 0n))
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

/** Joins cells, each padded by a tab as in the real file; commas and line ends in a text would break the row. */
function cells(values: string[]): string {
  return values.map((value) => `${value.replace(/[,\r\n\t]/g, ' ')}\t`).join(',')
}

function total(lines: TradeLine[]): bigint {
  return lines.reduce((sum, each) => sum + each.amountFen, 0n)
}

function longTime(ms: number): string {
  return shanghaiTime(ms).replace(/^(\d{4})-(\d{2})-(\d{2})/, '$1年$2月$3日')
}
