import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { setLicences } from '@trove/contract/code/licences'
import type { CODE_LANGUAGES } from '@trove/contract/code/shapes'
import { listSlots, setSlot } from '@trove/contract/code/slots'
import {
  createWork,
  listMyWorks,
  putWorkOnline,
  takeWorkOffline,
  updateWork,
  uploadArchive,
  uploadPicture,
} from '@trove/contract/code/works'
import type { DEMO_SELLERS } from './goods.ts'
import type { Call } from './people.ts'

/** The works of the demo market: small real programs in `works/`, published as people publish. */

export type DemoWork = {
  /** Folder of its source. */
  folder: string
  seller: keyof typeof DEMO_SELLERS
  title: string
  labels: string[]
  environment: string
  language: (typeof CODE_LANGUAGES)[number]
  /** Yuan for personal use; the specification's first prices. */
  price: string
  /** What a visitor may read besides the README. */
  openPaths: string[]
  /** Red, green and blue of its picture. */
  colour: [number, number, number]
}

/** The first slots of the code home cost 100, 10, 99, 68, 60 and 80 yuan, and two are free (b-markets 9). */
export const DEMO_WORKS: DemoWork[] = [
  {
    ...{ folder: 'token-bucket', seller: 'star', title: '演示·令牌桶限流 Token bucket', labels: ['并发', '限流'] },
    ...{ environment: 'Go 1.21+', language: 'Go', price: '100', openPaths: [], colour: [11, 122, 91] },
  },
  {
    ...{ folder: 'csv-lines', seller: 'river', title: '演示·CSV 转 JSON 行 CSV lines', labels: ['数据', '命令行'] },
    ...{ environment: 'Node.js 24+', language: 'TypeScript', price: '10', openPaths: [], colour: [37, 99, 201] },
  },
  {
    ...{ folder: 'lru-cache', seller: 'star', title: '演示·最近最少使用缓存 LRU cache', labels: ['缓存', '数据结构'] },
    ...{ environment: 'Rust 1.70+', language: 'Rust', price: '99', openPaths: [], colour: [194, 59, 46] },
  },
  {
    ...{
      folder: 'folder-server',
      seller: 'rain',
      title: '演示·断点续传静态服务器 Folder server',
      labels: ['网络', '服务器'],
    },
    ...{ environment: 'Node.js 20+', language: 'JavaScript', price: '68', openPaths: [], colour: [17, 122, 139] },
  },
  {
    ...{ folder: 'todo-cli', seller: 'river', title: '演示·命令行待办清单 To-do list', labels: ['命令行', '效率'] },
    ...{ environment: 'Python 3.9+', language: 'Python', price: '60', openPaths: [], colour: [184, 110, 0] },
  },
  {
    ...{ folder: 'log-colors', seller: 'rain', title: '演示·给日志上色 Log colours', labels: ['日志', '运维'] },
    ...{ environment: 'Bash, awk', language: 'Shell', price: '80', openPaths: [], colour: [74, 90, 83] },
  },
  {
    ...{ folder: 'hanzi-count', seller: 'river', title: '演示·中英文字数统计 Word count', labels: ['文本', '中文'] },
    ...{
      environment: 'Node.js 20+',
      language: 'JavaScript',
      price: '0',
      openPaths: ['count.mjs'],
      colour: [92, 195, 211],
    },
  },
  {
    ...{
      folder: 'markdown-toc',
      seller: 'star',
      title: '演示·Markdown 目录生成器 Table of contents',
      labels: ['文档', '命令行'],
    },
    ...{ environment: 'Python 3.9+', language: 'Python', price: '0', openPaths: ['toc.py'], colour: [127, 176, 255] },
  },
]

const SOURCES = join(import.meta.dirname, 'works')

type File = { name: string; data: Buffer }

/** The files of a work, in the order of their names. */
function filesOf(folder: string): File[] {
  const root = join(SOURCES, folder)
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => ({ name: relative(root, path).replaceAll('\\', '/'), data: readFileSync(path) }))
}

const BLOCK = 512

/** A file as an entry of a tar archive (POSIX ustar). */
function tarEntry({ name, data }: File): Buffer {
  const head = Buffer.alloc(BLOCK)
  head.write(name, 0)
  head.write('0000644\0', 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  head.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0', 136)
  head.write('        0', 148)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([head, data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)])
}

const archiveOf = (files: File[]) => gzipSync(Buffer.concat([...files.map(tarEntry), Buffer.alloc(2 * BLOCK)]))

const WIDTH = 640
const HEIGHT = 360

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A picture of a work's main file: each word of its first lines is a bar, on the work's colour. */
function pictureOf(source: string, [red, green, blue]: DemoWork['colour']): Buffer {
  const pixels = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT)
  const paint = (x: number, y: number, light: number) => {
    const at = y * (WIDTH * 3 + 1) + 1 + x * 3
    for (const [i, part] of [red, green, blue].entries()) pixels[at + i] = Math.round(part + (255 - part) * light)
  }
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) paint(x, y, (x + y) / (WIDTH + HEIGHT) / 4)
  for (const [row, line] of source.split('\n').slice(0, 16).entries())
    for (const word of line.slice(0, 72).matchAll(/\S+/g))
      for (let y = 0; y < 8; y++)
        for (let x = word.index * 8; x < (word.index + word[0].length) * 8; x++) paint(32 + x, 32 + row * 19 + y, 0.75)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const body = [pngChunk('IHDR', head), pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...body])
}

function formOf(data: Buffer, name: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(data)]), name)
  return form
}

/** Publishes one work, or goes on where an earlier start was ended. */
async function publish(call: Call, work: DemoWork): Promise<void> {
  const mine = (await call(listMyWorks, {})).find(({ title }) => title === work.title)
  if (mine && mine.state !== 'draft') return
  const id = mine?.id ?? (await call(createWork, { body: { title: work.title } })).id
  const files = filesOf(work.folder)
  const intro = files.find(({ name }) => name === 'README.md')!.data.toString('utf8')
  const { labels, environment, language, openPaths } = work
  await call(updateWork, { params: { id }, body: { labels, environment, language, openPaths, intro } })
  await call(setLicences, { params: { id }, body: { licences: [{ licence: 'personal', price: work.price }] } })
  const missing = mine?.missing ?? ['pictures', 'source']
  const source = files.find(({ name }) => name !== 'README.md')!.data.toString('utf8')
  const picture = formOf(pictureOf(source, work.colour), 'cover.png')
  if (missing.includes('pictures'))
    await call(uploadPicture, { params: { id, kind: 'project' }, body: picture } as never)
  if (missing.includes('source'))
    await call(uploadArchive, { params: { id }, body: formOf(archiveOf(files), 'work.tar.gz') } as never)
  await call(putWorkOnline, { params: { id } })
}

/** Publishes what is not there yet; whose receiving account is bound may sell. */
export async function fillWorks(sellers: ReadonlyMap<DemoWork['seller'], Call>): Promise<void> {
  for (const work of DEMO_WORKS) await publish(sellers.get(work.seller)!, work)
}

/** Takes the works off the market; who has one keeps it. */
export async function takeWorksDown(sellers: ReadonlyMap<DemoWork['seller'], Call>): Promise<void> {
  const titles = new Set(DEMO_WORKS.map(({ title }) => title))
  for (const call of sellers.values())
    for (const { id, title, state } of await call(listMyWorks, {}))
      if (state === 'online' && titles.has(title)) await call(takeWorkOffline, { params: { id } })
}

/**
 * Puts the works into the featured row in their order, unless somebody of the staff filled a place already: what an editor
 * changed stays.
 */
export async function featureWorks(editor: Call, sellers: ReadonlyMap<DemoWork['seller'], Call>): Promise<void> {
  if ((await editor(listSlots, {})).length > 0) return
  const own = (await Promise.all([...sellers.values()].map((call) => call(listMyWorks, {})))).flat()
  for (const [i, { title }] of DEMO_WORKS.entries()) {
    const work = own.find((one) => one.title === title && one.state === 'online')
    if (work) await editor(setSlot, { params: { place: i + 1 }, body: { workId: work.id } })
  }
}
