import type { Window } from './browse.ts'
import type { Picture } from './make-pictures.ts'

const FILM_MS = 1200

/** Runs in the page, hence a text: programs of Node have no document. */
const FILM_SCRIPT = `(async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 })
  const brush = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
  const parts = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const ended = new Promise((resolve) => (recorder.onstop = resolve))
  let x = 0
  const moving = setInterval(() => {
    brush.fillStyle = 'black'
    brush.fillRect(0, 0, 160, 90)
    brush.fillStyle = 'orange'
    brush.fillRect(x++ % 120, 25, 40, 40)
  }, 40)
  recorder.start()
  setTimeout(() => recorder.stop(), ${FILM_MS})
  await ended
  clearInterval(moving)
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
})()`

/** A short WebM of a moving square, filmed by the browser itself. */
export async function makeFilm({ page }: Window): Promise<Picture> {
  const text = await page.evaluate<string>(FILM_SCRIPT)
  return { name: 'run.webm', mimeType: 'video/webm', buffer: Buffer.from(text, 'base64') }
}
