/** Pictures above this are made smaller before they are sent, to about as much (specification part A 9). */
const LARGE_BYTES = 4096 * 1024

/** Sizes tried, best first: the longest side in pixels, and the quality. */
const TRIES = [
  { side: 4096, quality: 0.85 },
  { side: 3072, quality: 0.8 },
  { side: 2048, quality: 0.75 },
  { side: 1536, quality: 0.6 },
] as const

export type Try = (typeof TRIES)[number]
/** Draws a picture at most so large. */
export type Draw = (file: Blob, size: Try) => Promise<Blob>

/**
 * Makes a picture above 4 MB at most so large; others go as they are, and so does one this browser cannot draw: the server
 * decides about it.
 */
export async function makeSmall(file: File, draw: Draw = drawOnCanvas): Promise<File> {
  if (file.size <= LARGE_BYTES) return file
  try {
    for (const size of TRIES) {
      const drawn = await draw(file, size)
      if (drawn.size <= LARGE_BYTES) return new File([drawn], file.name, { type: drawn.type })
    }
  } catch {
    // The browser does not know the format.
  }
  return file
}

async function drawOnCanvas(file: Blob, { side, quality }: Try): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const share = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * share)
  canvas.height = Math.round(picture.height * share)
  const context = canvas.getContext('2d')!
  // JPEG has no transparency: without a ground those parts would be black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', quality)
  })
}
