/** The side of an avatar as sent, in pixels: well under the 200 KB the server keeps (decision 39). */
const SIDE_PX = 512

/** How much of a picture's shorter side the square takes at first (specification part A 5: crop area 90 %). */
const CROP_SHARE = 0.9

/** The square over a picture drawn in this size. */
export function cropSizeOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const side = Math.round(Math.min(width, height) * CROP_SHARE)
  return { width: side, height: side }
}

/**
 * Cuts a square out of a picture and makes it small.
 * @returns a WebP (or PNG where the browser writes no WebP) of at most 512 x 512.
 */
export async function cropSquare(
  url: string,
  area: { x: number; y: number; width: number; height: number },
): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  const side = Math.min(SIDE_PX, Math.round(area.width))
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')!.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))), 'image/webp', 0.9)
  })
}
