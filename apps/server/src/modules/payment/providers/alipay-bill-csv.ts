import { billWords } from '@trove/messages/money/payment'
import { parseYuan } from '@trove/units/money'
import type { BillLine, Movement } from '../reconciliation/bill-provider.ts'

/** Reading the rows of Alipay's two bills: `trade` lists payments and refunds, `signcustomer` every change of the balance. */

export type BillType = 'trade' | 'signcustomer'
/** `skip`: a row that is none of our business, such as a fee. */
export type ReadRow = { line: BillLine } | { unreadable: string } | 'skip'
export type RowReader = (cells: string[]) => ReadRow

const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** Whether a row is the header of that bill: a bill comes with a summary beside it, whose header is another. */
export function findReader(type: BillType, cells: string[]): RowReader | undefined {
  const columns: Record<string, string> = billWords[type === 'trade' ? 'trade' : 'account']
  const names = cells.map(columnName)
  const found = Object.entries(columns).map(([field, name]) => [field, names.indexOf(name)] as const)
  if (found.some(([, index]) => index < 0)) return undefined
  const at = Object.fromEntries(found)
  const read = type === 'trade' ? readTrade : readAccount
  return (row) => {
    const whole = joinText(row.map(plain), names.length, at.text!)
    // Only the numbers of a row that cannot be read are kept: its other cells name people.
    const unreadable = row.slice(0, 2).map(plain).join(' ').slice(0, 100)
    if (whole === undefined) return { unreadable }
    return read((field) => whole[at[field]!]!) ?? { unreadable }
  }
}

type Cell = (field: string) => string
/** Undefined: the row should be one of ours and cannot be read. */
type Reading = { line: BillLine } | 'skip' | undefined

function readTrade(cell: Cell): Reading {
  const kind = cell('kind')
  const movement: Movement | undefined =
    kind === billWords.payment ? 'payment' : kind === billWords.refund ? 'refund' : undefined
  if (movement === undefined) return undefined
  const refund = { number: cell('request'), reference: cell('number') }
  const numbers = movement === 'refund' ? refund : { number: cell('number'), reference: '' }
  const feeFen = fenOf(cell('fee'))
  if (feeFen === undefined) return undefined
  return lineOf(movement, numbers, cell('amount'), cell('at'), movement === 'refund' ? -feeFen : feeFen)
}

/** Payments and refunds are read from the trade bill; here only what the other one does not have: transfers. */
function readAccount(cell: Cell): Reading {
  if (!cell('kind').includes(billWords.transfer)) return 'skip'
  const isIncome = isAmount(cell('income'))
  const numbers = { number: cell('number'), reference: '' }
  return lineOf(isIncome ? 'payout-return' : 'payout', numbers, cell(isIncome ? 'income' : 'expense'), cell('at'))
}

function lineOf(
  movement: Movement,
  numbers: { number: string; reference: string },
  amount: string,
  at: string,
  feeFen = 0n,
): Reading {
  const amountFen = fenOf(amount)
  if (amountFen === undefined || numbers.number === '' || !TIME.test(at)) return undefined
  const movedAt = new Date(`${at.replace(' ', 'T')}+08:00`)
  if (Number.isNaN(movedAt.getTime())) return undefined
  return { line: { movement, ...numbers, amountFen, feeFen, movedAt } }
}

/** Refunds and expenses come with a minus, or without: the kind of the row says the direction. */
function fenOf(amount: string): bigint | undefined {
  return parseYuan(amount.replace(/^[+-]/, ''))
}

function isAmount(amount: string): boolean {
  return (fenOf(amount) ?? 0n) > 0n
}

/** A comma within the name of a product makes more cells; they lie together where the name is. */
function joinText(cells: string[], wanted: number, text: number): string[] | undefined {
  const more = cells.length - wanted
  if (more < 0) return undefined
  return [...cells.slice(0, text), cells.slice(text, text + more + 1).join(','), ...cells.slice(text + more + 1)]
}

/** Cells are padded by tabs; brackets come full-width or plain. */
function plain(cell: string): string {
  return cell.trim()
}

function columnName(cell: string): string {
  const [open, close] = billWords.brackets
  return cell.trim().replace('(', open).replace(')', close)
}
