import type { Language } from '@trove/messages/say'

const CACHE_SIZE = 500
const known = new Map<string, Language>()

/** The language of an Accept-Language header: Chinese unless English is asked for first. */
export function languageOf(header: string | undefined): Language {
  if (!header) return 'zh-CN'
  const cached = known.get(header)
  if (cached) return cached
  const language = read(header.slice(0, 200))
  if (known.size >= CACHE_SIZE) known.clear()
  if (header.length <= 200) known.set(header, language)
  return language
}

function read(header: string): Language {
  let best: { language: Language; weight: number } = { language: 'zh-CN', weight: 0 }
  for (const part of header.split(',')) {
    const [tag = '', ...options] = part.trim().toLowerCase().split(';')
    const language = /^zh\b|^zh_/.test(tag) ? 'zh-CN' : /^en\b|^en_/.test(tag) ? 'en' : undefined
    const quality = options.map((option) => /^\s*q\s*=\s*([\d.]+)/.exec(option)?.[1]).find(Boolean)
    const weight = quality === undefined ? 1 : Number(quality)
    if (language && weight > best.weight) best = { language, weight }
  }
  return best.language
}
