import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { fileTypeFromBuffer } from 'file-type'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import {
  AVATAR_PICTURE,
  IMAGE_TYPES,
  isSizeAllowed,
  PASSED_ON_PIXELS_MAX,
  PICTURE_ENCODINGS,
  PIXELS_MAX,
  type Picture,
} from './rules.ts'

// One image at a time per thread: uploads must not take the cores from everything else.
sharp.concurrency(1)
sharp.cache(false)

/** A large image decoded takes over 100 MB: never more than a few at once, the others wait their turn. */
const AT_ONCE = 2
const inTurn = pLimit(AT_ONCE)

/**
 * Draws an uploaded image anew as a WebP of at most so many bytes. Nothing of the original file survives but its picture:
 * no metadata, no trailing data, no second format in the same bytes.
 * @throws files.not-an-image for anything but a whole JPEG, PNG or WebP; files.dimensions outside the pixel limits;
 * files.picture-slow after 20 seconds
 */
export function drawAnew(upload: Buffer, picture: Picture): Promise<Buffer> {
  return inTurn(() => encode(upload, picture))
}

/** The same as a square of at most 200 KB. */
export function encodeAvatar(upload: Buffer): Promise<Buffer> {
  return drawAnew(upload, AVATAR_PICTURE)
}

/**
 * Draws a picture anew that is shown whole: a WebP of at most so many bytes, its longest side at most 1600 pixels, without
 * the place it was taken at. @throws as `encodeAvatar`
 */
export function encodePicture(upload: Buffer, maxBytes: number): Promise<Buffer> {
  return drawAnew(upload, { fit: 'inside', encodings: PICTURE_ENCODINGS, storedBytes: maxBytes })
}

/**
 * Draws a picture of a provider anew, small: a WebP of a few kilobytes, or undefined for what cannot be drawn. Vectors are
 * taken too, because the picture comes from the provider we trust with money, and only its pixels go on.
 */
export function encodeSmall(picture: Buffer, side: number): Promise<Buffer | undefined> {
  return inTurn(() =>
    open(picture, PIXELS_MAX)
      .rotate()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 75 })
      .timeout({ seconds: 5 })
      .toBuffer()
      .catch(() => undefined),
  )
}

/**
 * A picture in its own format and size without what a camera writes beside it: the place, the time, the device. Anything
 * that is no JPEG, PNG or WebP comes back as it was.
 * @throws files.not-an-image when it is broken, files.dimensions when it is too large, files.picture-slow after 20 seconds
 */
export async function withoutTraces(file: Buffer): Promise<Buffer> {
  const type = (await fileTypeFromBuffer(file))?.mime ?? ''
  if (!IMAGE_TYPES.has(type)) return file
  const { width, height, pages = 1 } = await refuseBroken(() => open(file, false).metadata())
  requireThat(width * height * pages <= PASSED_ON_PIXELS_MAX, 'files.dimensions')
  return inTurn(() =>
    refuseBroken(() => {
      // What moves is not turned: nothing that takes such pictures lays them on their side.
      const picture =
        pages > 1 ? open(file, PASSED_ON_PIXELS_MAX, EVERY_PAGE) : open(file, PASSED_ON_PIXELS_MAX).rotate()
      return encodeAs(type, picture.keepIccProfile()).timeout({ seconds: 20 }).toBuffer()
    }),
  )
}

/** Hardly anybody sees a difference at this quality; a PNG loses nothing. */
const SAME_LOOK = { quality: 92 }

function encodeAs(type: string, picture: Sharp): Sharp {
  if (type === 'image/png') return picture.png()
  return type === 'image/jpeg' ? picture.jpeg(SAME_LOOK) : picture.webp(SAME_LOOK)
}

async function encode(upload: Buffer, { fit, encodings, storedBytes }: Picture): Promise<Buffer> {
  // The magic bytes first: SVG and other formats never reach a decoder.
  const type = await fileTypeFromBuffer(upload)
  requireThat(type && IMAGE_TYPES.has(type.mime), 'files.not-an-image')
  const size = await refuseBroken(() => open(upload, false).metadata())
  requireThat(isSizeAllowed(size.width, size.height), 'files.dimensions')
  for (const { side, quality } of encodings) {
    const encoded = await refuseBroken(() =>
      open(upload, PIXELS_MAX)
        .rotate()
        .resize(side, side, { fit, withoutEnlargement: fit === 'inside' })
        .webp({ quality, smartSubsample: true })
        .timeout({ seconds: 20 })
        .toBuffer(),
    )
    if (encoded.length <= storedBytes) return encoded
  }
  throw new Error('the smallest encoding of a picture does not fit')
}

const EVERY_PAGE = -1

function open(upload: Buffer, limitInputPixels: number | false, pages = 1): Sharp {
  return sharp(upload, { limitInputPixels, sequentialRead: true, failOn: 'error', pages })
}

/** How libvips says that the time limit of a picture is over. */
const TIMED_OUT = /^timeout: /

/**
 * What the decoder cannot read is the sender's fault; a picture that takes longer than the limit may be drawn when fewer
 * are. @throws ContractError `files.picture-slow`, and `files.not-an-image` for every other failure
 */
export async function refuseBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isSlow = error instanceof Error && TIMED_OUT.test(error.message)
    throw new ContractError(isSlow ? 'files.picture-slow' : 'files.not-an-image')
  }
}
