import { readFileSync } from 'node:fs'
import { SAMPLE_SECONDS, type VitalsSample } from '@trove/contract/compute/machine/cockpit'
import { parseFacts } from '../machine/shell-text.ts'

/** What a machine tells of itself while somebody looks: the script that asks, and what its answers mean. */

/** The longest answer; who says more is not listened to. */
const LINE_LIMIT = 4_096
/** Lines that may come at once, after a connection that stood still, and each second from then on: twice what the script writes. */
const LINES_MOST = 120
const LINES_PER_SECOND = 2 / SAMPLE_SECONDS
const KIB = 1024

/** The POSIX script for `sh -s` on the machine; its own head says what it prints. */
export const vitalsScript = `set -- ${SAMPLE_SECONDS}\n${readFileSync(new URL('vitals.sh', import.meta.url), 'utf8')}`

/** Counters of a moment, as the script gives them. */
type Counters = { atMs: number; busy?: number; all?: number; received?: number; sent?: number }

/**
 * Makes samples of what the script says, piece by piece as it comes. What is no figure is left out, and a machine that
 * says anything else than lines of figures is not listened to.
 */
export class VitalsReader {
  private rest = ''
  private before: Counters | undefined
  private linesLeft = LINES_MOST
  private readAtMs: number | undefined

  /**
   * @param atMs when the piece came
   * @returns the samples that became whole, or why nothing more is to be read
   */
  read(part: Buffer, atMs: number): VitalsSample[] | 'unsupported' | 'unreadable' {
    const lines = (this.rest + part.toString('latin1')).split('\n')
    this.rest = lines.pop() ?? ''
    // Each line is more for the page than for the machine: without end they would fill the server's memory.
    if (this.rest.length > LINE_LIMIT || !this.mayRead(lines.length, atMs)) return 'unreadable'
    const samples: VitalsSample[] = []
    for (const line of lines) {
      if (line.trim() === 'unsupported') return 'unsupported'
      const sample = this.sampleOf(line, atMs)
      if (sample) samples.push(sample)
    }
    return samples
  }

  private mayRead(lines: number, atMs: number): boolean {
    const more = ((atMs - (this.readAtMs ?? atMs)) / 1000) * LINES_PER_SECOND
    this.readAtMs = atMs
    this.linesLeft = Math.min(LINES_MOST, this.linesLeft + more) - lines
    return this.linesLeft >= 0
  }

  private sampleOf(line: string, atMs: number): VitalsSample | undefined {
    const facts = parseFacts(line.replaceAll(' ', '\n'))
    const figure = (name: string) => figureOf(facts.get(name))
    const now: Counters = {
      atMs,
      busy: figure('busy'),
      all: figure('all'),
      received: figure('in'),
      sent: figure('out'),
    }
    const before = this.before
    this.before = now
    // The first line has nothing to be compared with.
    if (!before) return undefined
    return {
      cpuPercent: shareOf(before, now),
      memory: spaceOf(figure('ram_used_kb'), figure('ram_kb')),
      disk: spaceOf(figure('disk_used_kb'), figure('disk_kb')),
      network: rateOf(before, now),
      load: figure('load') ?? null,
      uptimeSeconds: Math.trunc(figure('up') ?? Number.NaN) || null,
    }
  }
}

/** Digits with at most one point; anything else, and what is too large to count with, is no figure. */
function figureOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,16}(\.\d{1,6})?$/.test(text)) return undefined
  const value = Number(text)
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined
}

function shareOf(before: Counters, now: Counters): number | null {
  if (now.busy === undefined || now.all === undefined) return null
  if (before.busy === undefined || before.all === undefined) return null
  const all = now.all - before.all
  if (all <= 0) return null
  const share = ((now.busy - before.busy) * 100) / all
  return Math.round(Math.min(100, Math.max(0, share)) * 10) / 10
}

function spaceOf(usedKib: number | undefined, totalKib: number | undefined) {
  if (usedKib === undefined || !totalKib || totalKib > Number.MAX_SAFE_INTEGER / KIB) return null
  return { used: Math.trunc(Math.min(usedKib, totalKib)) * KIB, total: Math.trunc(totalKib) * KIB }
}

function rateOf(before: Counters, now: Counters) {
  const seconds = (now.atMs - before.atMs) / 1000
  if (seconds <= 0 || now.received === undefined || now.sent === undefined) return null
  const rate = (later: number, earlier: number | undefined) =>
    earlier === undefined ? 0 : Math.max(0, Math.round((later - earlier) / seconds))
  return { received: rate(now.received, before.received), sent: rate(now.sent, before.sent) }
}
