import { CODE_LANGUAGES } from '@trove/contract/code/shapes'

type Language = { name: string; type: string; extensions?: readonly string[] }
type LanguageOf = (path: string) => string | undefined

const KNOWN = new Set<string>(CODE_LANGUAGES)

let reading: Promise<LanguageOf> | undefined

/**
 * What tells the language of a file by its name, or undefined for what is none. Read once, when a version is first looked
 * at: it is a file for each of 800 languages, which a server would load at every start.
 */
export function languageNames(): Promise<LanguageOf> {
  reading ??= import('linguist-languages').then((linguist) => byEnding(Object.values(linguist)))
  return reading
}

function byEnding(all: Language[]): LanguageOf {
  /** Endings of prose and data, such as `.md` and `.json`, which rare languages use too. */
  const ofTexts = new Set(
    all.flatMap(({ type, extensions = [] }) => (type === 'prose' || type === 'data' ? extensions : [])),
  )
  /** Names by the endings of their files; of several the one that people choose from stands. */
  const names = new Map<string, string>(
    all
      .filter(({ type }) => type === 'programming' || type === 'markup')
      .toSorted((a, b) => Number(KNOWN.has(a.name)) - Number(KNOWN.has(b.name)))
      .flatMap(({ name, extensions = [] }) => extensions.map((ending) => [ending, name] as const))
      .filter(([ending, name]) => KNOWN.has(name) || !ofTexts.has(ending)),
  )
  return (path) => {
    const ending = /\.[^./]+$/.exec(path)?.[0].toLowerCase()
    return ending && names.get(ending)
  }
}
