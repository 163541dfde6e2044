import { crc32, deflateSync } from 'node:zlib'

/** Pictures of the demo experts: drawn here, so that nobody's face is used. */

type Colour = readonly [number, number, number]

const PERSON_SIDE = 256
const PAPER_SIDE = 512
const PAPER: Colour = [0xf4, 0xef, 0xe2]
const SKIN: Colour = [0xf3, 0xd3, 0xb8]
const HAIR: Colour = [0x2b, 0x2a, 0x33]
/** Behind a person, and what the person wears. */
const PLACES: readonly [Colour, Colour][] = [
  [
    [0xcf, 0xe8, 0xdf],
    [0x1f, 0x7a, 0x63],
  ],
  [
    [0xd6, 0xe4, 0xfb],
    [0x2f, 0x5f, 0xb8],
  ],
  [
    [0xfb, 0xe3, 0xcf],
    [0xb8, 0x62, 0x1e],
  ],
  [
    [0xe7, 0xdc, 0xf7],
    [0x6b, 0x4f, 0xa8],
  ],
  [
    [0xd3, 0xee, 0xf2],
    [0x1d, 0x7c, 0x8c],
  ],
  [
    [0xf8, 0xd9, 0xdd],
    [0xa8, 0x3a, 0x4d],
  ],
  [
    [0xe6, 0xec, 0xc9],
    [0x5f, 0x76, 0x1f],
  ],
  [
    [0xe2, 0xe4, 0xe9],
    [0x45, 0x50, 0x63],
  ],
]

/** How much of a point lies inside an ellipse, 0 to 1, with a soft edge one pixel wide; all in shares of the side. */
const inside = (x: number, y: number, [left, top, wide, high]: readonly [number, number, number, number]) => {
  const distance = Math.hypot((x - left) / wide, (y - top) / high)
  return Math.min(1, Math.max(0, (1 - distance) * Math.min(wide, high) * PERSON_SIDE + 0.5))
}

const over = (below: Colour, above: Colour, share: number): Colour => [
  below[0] + (above[0] - below[0]) * share,
  below[1] + (above[1] - below[1]) * share,
  below[2] + (above[2] - below[2]) * share,
]

/** Head and shoulders as PNG, in colours that go with the name. */
export function drawPerson(name: string): Buffer {
  const number = [...name].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 0)
  const [behind, clothes] = PLACES[number % PLACES.length]!
  const hairEnd = 0.33 + (number % 3) * 0.035
  return drawPng(PERSON_SIDE, (x, y) => {
    const dressed = over(behind, clothes, inside(x, y, [0.5, 1.06, 0.4, 0.36]))
    const necked = over(dressed, SKIN, inside(x, y, [0.5, 0.68, 0.085, 0.13]))
    const haired = over(necked, HAIR, inside(x, y, [0.5, 0.385, 0.205, 0.225]))
    const face = inside(x, y, [0.5, 0.43, 0.165, 0.195])
    return over(haired, SKIN, y < hairEnd ? 0 : face * Math.min(1, (y - hairEnd) * 90))
  })
}

/** A plain sheet as PNG. */
export function drawPaper(): Buffer {
  return drawPng(PAPER_SIDE, () => PAPER)
}

/** A square as PNG; `colourAt` is asked for each point by its place, in shares of the side. */
function drawPng(side: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  // Each line begins with its filter, none.
  const lineAt = (y: number) => [0, ...Array.from({ length: side }, (_, x) => colourAt(x / side, y / side)).flat()]
  const lines = deflateSync(Buffer.concat(Array.from({ length: side }, (_, y) => Buffer.from(lineAt(y)))))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
