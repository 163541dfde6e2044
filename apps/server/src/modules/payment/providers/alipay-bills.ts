import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { type Entry, fromBufferPromise } from 'yauzl'
import type { BillAnswer, BillLine, BillProvider, Movement } from '../reconciliation/bill-provider.ts'
import { type BillType, findReader, type RowReader } from './alipay-bill-csv.ts'
import type { AlipayGateway } from './alipay-gateway.ts'

/** Bills are zips of GBK text. What comes from outside is read with limits, also when its sender is trusted. */
const LONGEST_MS = 120_000
const MOST_ZIP_BYTES = 128 * 1024 * 1024
const MOST_TEXT_BYTES = 1024 * 1024 * 1024
const MOST_FILES = 20
/** GB 18030 holds all of GBK. */
const CHARSET = 'gb18030'
/** Its spellings: both mean that day has no bill, or none yet. */
const ABSENT = /BILL_NOT_EXIST|NO_BILL_DATA/i

/** The two bills of a day, and what stands on each. */
const HALVES = [
  { type: 'trade', movements: ['payment', 'refund'] },
  { type: 'signcustomer', movements: ['payout', 'payout-return'] },
] as const satisfies { type: BillType; movements: Movement[] }[]

type Part = { outcome: 'part'; lines: BillLine[]; unreadable: string[] }
type Budget = { bytes: number; files: number }
type Answer = Part | Exclude<BillAnswer, { outcome: 'bill' }>

/** Alipay's daily bills: what moved (money.md C.1 "Bills"): T+1 after 10:00. */
export function createBills(gateway: AlipayGateway): BillProvider {
  return {
    async fetchBill(day) {
      const parts: Part[] = []
      const absent: Movement[] = []
      for (const { type, movements } of HALVES) {
        const answer = await fetchPart(gateway, type, day)
        if (answer.outcome === 'unknown') return answer
        if (answer.outcome === 'part') parts.push(answer)
        else absent.push(...movements)
      }
      // A day on which nothing was sold may still have payouts, and the other way round.
      if (parts.length === 0) return { outcome: 'absent' }
      return {
        outcome: 'bill',
        lines: parts.flatMap((part) => part.lines),
        unreadable: parts.flatMap((part) => part.unreadable),
        absent,
      }
    },
  }
}

async function fetchPart(gateway: AlipayGateway, type: BillType, day: string): Promise<Answer> {
  const answer = await gateway.call('alipay.data.dataservice.bill.downloadurl.query', {
    bizContent: { bill_type: type, bill_date: day },
  })
  if (answer.kind !== 'success') {
    const reason = answer.kind === 'unknown' ? answer.reason : answer.subCode
    return ABSENT.test(reason) ? { outcome: 'absent' } : { outcome: 'unknown', reason }
  }
  const address = String(answer.fields.bill_download_url ?? '')
  if (!/^https?:\/\//.test(address)) return { outcome: 'unknown', reason: 'no address' }
  try {
    return await readZip(await download(address), type)
  } catch (error) {
    // The address is a secret of half a minute: it is not part of any message.
    return { outcome: 'unknown', reason: error instanceof BillProblem ? error.message : 'download failed' }
  }
}

class BillProblem extends Error {}

async function download(address: string): Promise<Buffer> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(LONGEST_MS), redirect: 'follow' })
  if (!answer.ok || !answer.body) throw new BillProblem(`download answered ${answer.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body) {
    size += chunk.byteLength
    if (size > MOST_ZIP_BYTES) throw new BillProblem('bill too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readZip(content: Buffer, type: BillType): Promise<Part> {
  const zip = await fromBufferPromise(content, { decodeStrings: false }).catch(() => {
    throw new BillProblem('not a zip')
  })
  const part: Part = { outcome: 'part', lines: [], unreadable: [] }
  const budget: Budget = { bytes: MOST_TEXT_BYTES, files: MOST_FILES }
  let isFound = false
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    if (--budget.files < 0) throw new BillProblem('too many files')
    if (String(entry.fileName).endsWith('/')) continue
    const stream = await zip.openReadStreamPromise(entry)
    if (await readText(stream, type, part, budget)) isFound = true
  }
  if (!isFound) throw new BillProblem('no file with the columns of the bill')
  return part
}

/** Reads one file into the part; false when it is another than the list of movements, such as the summary. */
async function readText(stream: Readable, type: BillType, part: Part, budget: Budget): Promise<boolean> {
  const rows = pipeline(
    Readable.from(textOf(stream, budget)),
    parse({ relax_column_count: true, relax_quotes: true, skip_empty_lines: true, bom: true }),
    // Whatever fails ends the loop below with its error.
    () => {},
  )
  let reader: RowReader | undefined
  for await (const row of rows as AsyncIterable<string[]>) {
    if (row[0]?.startsWith('#')) continue
    if (!reader) {
      reader = findReader(type, row)
      continue
    }
    const read = reader(row)
    if (read === 'skip') continue
    if ('line' in read) part.lines.push(read.line)
    else part.unreadable.push(read.unreadable)
  }
  return reader !== undefined
}

async function* textOf(stream: Readable, budget: Budget): AsyncGenerator<string> {
  const decoder = new TextDecoder(CHARSET)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    budget.bytes -= chunk.byteLength
    if (budget.bytes < 0) throw new BillProblem('bill too large')
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}
