import { PAPER_STORED_BYTES } from '@trove/contract/certification/shapes'
import { AVATAR_STORED_BYTES } from '@trove/contract/files/routes'

/** Formats an avatar may come in, by the content of the file and never by its name. */
export const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** Smallest and largest side of an image we take, in pixels. */
export const SIDE_MIN = 16
export const SIDE_MAX = 12_000
/** Most pixels in all: above this an image is a bomb, or of no use as an avatar. */
export const PIXELS_MAX = 30_000_000

/** The same of a picture that is passed on as it is: what the cameras of phones take. */
export const PASSED_ON_PIXELS_MAX = 64_000_000

/** How a picture is stored: as a square, or whole within a side; the first encoding that fits the bytes is kept. */
export type Picture = {
  fit: 'cover' | 'inside'
  encodings: readonly { side: number; quality: number }[]
  storedBytes: number
}

/** An avatar as it is stored. */
export const AVATAR_PICTURE: Picture = {
  fit: 'cover',
  encodings: [
    { side: 512, quality: 82 },
    { side: 512, quality: 60 },
    { side: 384, quality: 50 },
    { side: 256, quality: 40 },
  ],
  storedBytes: AVATAR_STORED_BYTES,
}

/** A picture of a paper as it is stored: small print stays readable. */
const PAPER_PICTURE: Picture = {
  fit: 'inside',
  encodings: [
    { side: 4096, quality: 85 },
    { side: 3072, quality: 75 },
    { side: 2048, quality: 60 },
    { side: 1536, quality: 40 },
  ],
  storedBytes: PAPER_STORED_BYTES,
}

/** Encodings of a picture that is shown whole, best first: `side` is its longest. */
export const PICTURE_ENCODINGS: readonly { side: number; quality: number }[] = [
  { side: 1600, quality: 82 },
  { side: 1280, quality: 70 },
  { side: 960, quality: 60 },
  { side: 640, quality: 45 },
]

/** Whether an image of this size is taken. */
export function isSizeAllowed(width: number, height: number): boolean {
  const isSide = (side: number) => side >= SIDE_MIN && side <= SIDE_MAX
  return isSide(width) && isSide(height) && width * height <= PIXELS_MAX
}

/** Pictures a kind may ask for by name. */
export const PICTURES = { paper: PAPER_PICTURE } as const
