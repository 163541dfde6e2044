import { vi } from 'vitest'

const MB = 1024 * 1024

/**
 * A picture of 9 MB, more than the server takes, in a browser whose canvas draws any picture as 3 MB of JPEG.
 * `forgetScreen` and `vi.restoreAllMocks` take the canvas away again.
 */
export function largePicture(): File {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 6000, height: 4000, close: () => {} }))
  const drawn: string[] = []
  const context = { fillRect: () => drawn.push('ground'), drawImage: () => drawn.push('picture') }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, type) => {
    // A picture over no ground has black in place of what is transparent.
    give(drawn.join() === 'ground,picture' ? new Blob([new Uint8Array(3 * MB)], { type }) : null)
  })
  return new File([new Uint8Array(9 * MB)], 'large.png', { type: 'image/png' })
}

/** What a sent form holds as its file: the name, the kind and the bytes. */
export function sentFile(body: unknown): { name: string; type: string; megabytes: number } {
  const file = (body as FormData).get('file') as File
  return { name: file.name, type: file.type, megabytes: file.size / MB }
}
