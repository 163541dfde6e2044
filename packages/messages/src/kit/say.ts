/** One text in both languages, side by side. Parameters are written as `{{name}}` (i18next interpolation). */
export type Say = { zh: string; en: string /** English for a `count` of one. */; enOne?: string }

/** Makes a text. A missing translation does not compile. */
export function say(zh: string, en: string): Say {
  return { zh, en }
}

/** Makes a text about `{{count}}` things: English has a form of its own for one, Chinese does not. */
export function sayCount(zh: string, enOne: string, en: string): Say {
  return { zh, en, enOne }
}

export type SayTree = { [key: string]: Say | SayTree }
/** Texts as one; a domain may have some of its words in each part. */
export function joined<A extends SayTree, B extends SayTree, C extends SayTree>(...parts: [A, B, C]): A & B & C {
  const all: SayTree = {}
  for (const part of parts)
    for (const [domain, words] of Object.entries(part)) all[domain] = { ...all[domain], ...words }
  return all as A & B & C
}

export type Language = 'zh-CN' | 'en'

/** One language's words: the site's texts as a tree, and by code what refusals and notices say. */
export type Words = { texts: Record<string, unknown>; codes: Record<string, string> }

/** Whether a node of the tree is a text. */
export function isSay(node: Say | SayTree): node is Say {
  return typeof (node as Say).zh === 'string' && typeof (node as Say).en === 'string'
}

/** Takes one language out of a tree: what i18next loads as a bundle. */
export function bundle(tree: SayTree, language: Language): Record<string, unknown> {
  const entries = Object.entries(tree).flatMap(([key, node]): [string, unknown][] => {
    if (!isSay(node)) return [[key, bundle(node, language)]]
    if (language !== 'en') return [[key, node.zh]]
    // i18next takes `key_one` when it is called with a count of one, else the key itself.
    return node.enOne === undefined
      ? [[key, node.en]]
      : [
          [key, node.en],
          [`${key}_one`, node.enOne],
        ]
  })
  return Object.fromEntries(entries)
}

/** Fills a text's parameters; for the server, where no i18next runs. */
export function fill(text: Say, language: Language, params: Record<string, string | number> = {}): string {
  return fillWords(language === 'en' ? text.en : text.zh, params)
}

/** Fills the parameters of words whose language is settled. */
export function fillWords(words: string, params: Record<string, string | number> = {}): string {
  return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
}
