import type { Language } from '@trove/messages/kit/say'
import { LRUCache } from 'lru-cache'

const CACHE_SIZE = 500
const known = new LRUCache<string, Language>({ max: CACHE_SIZE })

/** The language of an Accept-Language header: Chinese unless English is asked for first. */
export function languageOf(header: string | undefined): Language {
  if (!header) return 'zh-CN'
  const cached = known.get(header)
  if (cached) return cached
  const language = read(header.slice(0, 200))
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
