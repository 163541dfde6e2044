import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { encodePicture } from '../../src/modules/files/model/drawing.ts'
import { PICTURE_ENCODINGS } from '../../src/modules/files/model/rules.ts'

/**
 * How fast uploaded pictures are drawn anew, beside bare sharp that draws the same pictures at the same size and quality, in
 * alternating rounds; and the memory of all at once. A program of its own; `bench/pictures.ts` runs it.
 */

const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    /** Of the child processes: whose memory is read, and where the photographs lie. */
    memory: { type: 'string' },
    folder: { type: 'string' },
  },
})
const count = Number(values.pictures)
const rounds = Number(values.rounds)
/** As many as the server draws at once. */
const AT_ONCE = 2
const STORED_BYTES = 1024 * 1024
const MIB = 1024 * 1024
const WAIT_MS = 20
const median = (of: readonly number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!

/** A photograph of 12 megapixels: shapes under noise, so that neither is packed to nothing. */
async function takePhoto(number: number): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 + (number % 5) }
  const shapes = Buffer.from(
    `<svg width="${width}" height="${height}"><circle cx="${900 + number * 60}" cy="1200" r="900" fill="#2a6"/></svg>`,
  )
  return sharp({ create: { width, height, channels: 3, background: '#456', noise } })
    .composite([{ input: shapes, blend: 'overlay' }])
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** Bare sharp: no look at the kind of file, no size read before, no limits. */
const { side, quality } = PICTURE_ENCODINGS[0]!
const bare = (photo: Buffer) =>
  sharp(photo)
    .rotate()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality, smartSubsample: true })
    .toBuffer()
const ours = (photo: Buffer) => encodePicture(photo, STORED_BYTES)

/** Draws all of them, two at a time; answers MiB of uploads for a second of the processors, whatever else runs there. */
async function draw(photos: readonly Buffer[], one: (photo: Buffer) => Promise<Buffer>): Promise<number> {
  const begin = process.cpuUsage()
  const left = [...photos]
  const work = async () => {
    for (let photo = left.pop(); photo; photo = left.pop()) await one(photo)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const { user, system } = process.cpuUsage(begin)
  const seconds = (user + system) / 1e6
  return photos.reduce((sum, { length }) => sum + length, 0) / MIB / seconds
}

/** The most memory above that at rest, in MiB, while all of a folder are asked for at once. */
async function memoryOf(folder: string, one: (photo: Buffer) => Promise<Buffer>): Promise<number> {
  const photos = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  const rest = process.memoryUsage.rss()
  let most = rest
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, WAIT_MS)
  await Promise.all(photos.map(one))
  clearInterval(watch)
  return (most - rest) / MIB
}

if (values.memory && values.folder) {
  console.log((await memoryOf(values.folder, values.memory === 'ours' ? ours : bare)).toFixed(0))
  process.exit()
}

const photos = await Promise.all(Array.from({ length: count }, (_, i) => takePhoto(i)))
const size = photos.reduce((sum, { length }) => sum + length, 0) / photos.length / MIB
console.log(`${count} photographs of 12 megapixels, ${size.toFixed(1)} MiB each`)
const rates = { bare: [] as number[], ours: [] as number[] }
await draw(photos.slice(0, AT_ONCE), bare)
await draw(photos.slice(0, AT_ONCE), ours)
for (let round = 0; round < rounds; round++) {
  const inOrder = round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)
  for (const name of inOrder) rates[name].push(await draw(photos, name === 'ours' ? ours : bare))
}
for (const name of ['bare', 'ours'] as const)
  console.log(
    `${name}  ${median(rates[name]).toFixed(1)} MiB for a second of CPU  [${rates[name].map((one) => one.toFixed(1)).join(' ')}]`,
  )
const ratios = rates.bare.map((one, round) => one / rates.ours[round]!)
console.log(`CPU of ours to bare  ${median(ratios).toFixed(2)} [${ratios.map((one) => one.toFixed(2)).join(' ')}]`)
// Each in a process of its own: what one has freed the next would take without growing.
const folder = mkdtempSync(join(tmpdir(), 'trove-bench-pictures-'))
try {
  for (const [number, photo] of photos.entries()) writeFileSync(join(folder, `${number}.jpg`), photo)
  for (const name of ['ours', 'bare']) {
    const args = [import.meta.filename, '--memory', name, '--folder', folder]
    const said = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    console.log(`memory of ${count} at once  ${name} +${said.trim()} MiB`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
