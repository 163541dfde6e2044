import type { Plugin } from 'vite'

const LIBRARY = /i18next[\\/]dist[\\/]esm[\\/]i18next\.js$/

/** A part of the library, a class or a method of one, and as much of it as the rest of the library names. */
type Cut = { part: string; begin: RegExp; end: string; inPlace: string }

const CUTS: Cut[] = [
  {
    // Fetches words by a plugin; here `lib/session/language.ts` fetches them. Without a plugin it only calls back.
    part: 'Connector',
    begin: /^class Connector /m,
    end: '\n}\n',
    inPlace: `class Connector extends EventEmitter {
  state = {};
  load(_languages, _namespaces, done) { done?.(); }
}
`,
  },
  {
    // Writes numbers and dates inside a text (`{{value, number}}`), which no text of ours asks for.
    part: 'Formatter',
    begin: /^class Formatter /m,
    end: '\n}\n',
    inPlace: `class Formatter {
  format(value) { return value; }
}
`,
  },
  // Puts one text into another, which none of ours asks for.
  { part: 'nest', begin: /^ {2}nest\(str, /m, end: '\n  }\n', inPlace: '  nest(str) { return str; }\n' },
  // Both of our languages are written from left to right.
  { part: 'dir', begin: /^ {2}dir\(lng\) /m, end: '\n  }\n', inPlace: '' },
  // There is one instance.
  { part: 'cloneInstance', begin: /^ {2}cloneInstance\(options /m, end: '\n  }\n', inPlace: '' },
]

/** Leaves out of i18next what this site never uses; lean-i18next.test.ts holds every text against the whole library. */
export function leanI18next(): Plugin {
  return {
    name: 'trove:lean-i18next',
    apply: 'build',
    transform(code, id) {
      if (LIBRARY.test(id)) return { code: CUTS.reduce(cut, code), map: null }
    },
  }
}

/** @throws Error when the library is no longer written as this plugin knows it */
function cut(code: string, { part, begin, end, inPlace }: Cut): string {
  const from = code.search(begin)
  const to = code.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`i18next has no ${part} that this plugin knows`)
  return code.slice(0, from) + inPlace + code.slice(to + end.length)
}
