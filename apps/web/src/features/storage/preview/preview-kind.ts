/** What a page can show of a file, by the end of its name: nothing of a file's bytes is ever run. */
export type PreviewKind = 'picture' | 'text' | 'audio' | 'video'

/** By ending: the media type under which it is shown. SVG and HTML are not: they can hold scripts. */
const TYPES: Record<string, `${string}/${string}`> = {
  ...{
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
  },
  ...{ mp3: 'audio/mpeg', wav: 'audio/wav', ogg: 'audio/ogg', m4a: 'audio/mp4', flac: 'audio/flac', opus: 'audio/ogg' },
  ...{ mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime', m4v: 'video/mp4' },
}
const TEXTS = [
  'txt',
  'md',
  'json',
  'csv',
  'log',
  'yaml',
  'yml',
  'toml',
  'xml',
  'ini',
  'ts',
  'js',
  'py',
  'rs',
  'sh',
  'css',
  'sql',
]

/** A text longer than this is not laid out by a page. */
const TEXT_BYTES_MAX = 1024 ** 2
/** What is shown lies in memory. */
const MEDIA_BYTES_MAX = 200 * 1024 ** 2

const KINDS = { image: 'picture', audio: 'audio', video: 'video' } as const

/** How a file is shown, and the most bytes of it that are. */
export type Preview = { kind: PreviewKind; type: string; mostBytes: number }

/** How a file of this name can be shown; undefined when it is to be downloaded. */
export function previewOf(name: string): Preview | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (TEXTS.includes(ending)) return { kind: 'text', type: 'text/plain', mostBytes: TEXT_BYTES_MAX }
  const type = Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined
  if (!type) return undefined
  return { kind: KINDS[type.split('/')[0] as keyof typeof KINDS], type, mostBytes: MEDIA_BYTES_MAX }
}
