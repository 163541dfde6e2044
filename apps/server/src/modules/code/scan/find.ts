import { DEPENDENCIES_SHOWN, type Manifest, type SECRET_KINDS } from '@trove/contract/code/scan'
import type { z } from 'zod'

/** What a scan finds in the text of one file. Pure, and linear in the length of the text. */

export type SecretKind = (typeof SECRET_KINDS)[number]
export type FoundManifest = z.input<typeof Manifest>

/**
 * The day of the rules: of what is sought in texts, manifests and code. Whoever changes one of them sets it; what was
 * scanned by others is then scanned once more.
 */
export const SCAN_RULES = '2026-11-26'

/** Forms of keys that their issuers publish; each is bounded, so that no text takes long. */
export const FORMS: Record<SecretKind, RegExp> = {
  'private-key': /-----BEGIN (?:[A-Z]{1,20} )?PRIVATE KEY-----/,
  aws: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  aliyun: /\bLTAI[0-9A-Za-z]{16,30}\b/,
  github: /\b(?:ghp|gho|ghs|ghu|ghr)_[0-9A-Za-z]{36}\b|\bgithub_pat_[0-9A-Za-z_]{60,100}\b/,
  google: /\bAIza[0-9A-Za-z_-]{35}\b/,
  npm: /\bnpm_[0-9A-Za-z]{36}\b/,
  slack: /\bxox[abprs]-[0-9A-Za-z-]{20,100}\b/,
  stripe: /\b[rs]k_live_[0-9A-Za-z]{20,120}\b/,
}
const FORM_LIST = Object.entries(FORMS) as [SecretKind, RegExp][]
/** A longer line is no line that a person wrote; its beginning is looked at. */
const LINE_CHARS = 4000
/** No secret is shorter. */
const SECRET_CHARS = 20

/** The secrets of a text, at most one of a kind in a line. */
export function findSecrets(text: string): { kind: SecretKind; line: number }[] {
  const found: { kind: SecretKind; line: number }[] = []
  for (const [i, line] of text.split('\n').entries()) {
    if (line.length < SECRET_CHARS) continue
    for (const [kind, form] of FORM_LIST) if (form.test(line.slice(0, LINE_CHARS))) found.push({ kind, line: i + 1 })
  }
  return found
}

type Read = { licence: string | null; names: string[] }

function readPackageJson(text: string): Read {
  const { license, dependencies, optionalDependencies, peerDependencies } = JSON.parse(text) as Record<string, unknown>
  const of = (license as { type?: unknown } | null)?.type ?? license
  const all = [dependencies, optionalDependencies, peerDependencies]
  const names = all.flatMap((part) => (part && typeof part === 'object' ? Object.keys(part) : []))
  return { licence: typeof of === 'string' ? of : null, names }
}

const readRequirements = (text: string): Read => ({
  licence: null,
  names: text.split('\n').flatMap((line) => /^\s*([A-Za-z0-9][\w.-]{0,100})/.exec(line)?.[1] ?? []),
})

// Line by line: a form that looks across lines costs the square of how many empty ones there are.
function readCargo(text: string): Read {
  let section = ''
  let licence: string | null = null
  const names: string[] = []
  for (const line of text.split('\n')) {
    const header = /^\s*\[{1,2}([^\]]{1,200})\]/.exec(line)?.[1]?.trim()
    section = header ?? section
    const table = header && /^(?:build-|dev-)?dependencies\.([\w-]{1,100})$/.exec(header)?.[1]
    if (table) names.push(table)
    const [, key, value] = /^\s*"?([\w-]{1,100})"?\s*=\s*(.{0,200})/.exec(line) ?? []
    if (key === 'license' && section === 'package') licence = /^"([^"]{1,100})"/.exec(value!)?.[1] ?? null
    else if (key && /^(build-|dev-)?dependencies$/.test(section)) names.push(key)
  }
  return { licence, names }
}

function readGoMod(text: string): Read {
  const names: string[] = []
  let isInside = false
  for (const line of text.split('\n')) {
    if (/^require\s*\(/.test(line)) isInside = true
    else if (isInside && /^\)/.test(line)) isInside = false
    else {
      const [, name] = /^\s*(?:require\s+)?([\w.-]{1,100}\.[\w./~-]{1,200})\s+v/.exec(line) ?? []
      if (name && (isInside || /^require\s/.test(line))) names.push(name)
    }
  }
  return { licence: null, names }
}

const READERS = {
  'package.json': ['npm', readPackageJson],
  'requirements.txt': ['pypi', readRequirements],
  'Cargo.toml': ['cargo', readCargo],
  'go.mod': ['go', readGoMod],
} as const

/** A text as the database takes it: JSON may name what no text column can hold. */
const storable = (text: string, most: number) => text.slice(0, most).toWellFormed().replaceAll('\0', '\ufffd')

/** What a manifest declares, or undefined for another file and for one that cannot be read. */
export function readManifest(path: string, text: string): FoundManifest | undefined {
  const name = path.split('/').at(-1)!
  if (!Object.hasOwn(READERS, name)) return undefined
  const [ecosystem, read] = READERS[name as keyof typeof READERS]
  try {
    const { licence, names } = read(text)
    const all = [...new Set(names)]
    const dependencies = all.slice(0, DEPENDENCIES_SHOWN).map((one) => storable(one, 200))
    return {
      path,
      ecosystem,
      licence: licence === null ? null : storable(licence, 100),
      dependencyCount: all.length,
      dependencies,
    }
  } catch {
    return undefined
  }
}
