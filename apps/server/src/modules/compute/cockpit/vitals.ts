import { SAMPLE_SECONDS, type VitalsSample } from '@trove/contract/compute/cockpit'
import { parseFacts } from '../machine/shell-text.ts'

/** What a machine tells of itself while somebody looks: the script that asks, and what its answers mean. */

/** Samples between two looks at the disk, the only one that costs a program of its own. */
const DISK_EVERY = 15
/** The longest answer; who says more is not listened to. */
const LINE_LIMIT = 4_096
const KIB = 1024

/**
 * POSIX script for `sh -s`: a line of `name=value` words each SAMPLE_SECONDS, until nobody reads it. Counters are given
 * as they stand; the difference of two lines is the figure. Only `sleep` and now and then `df` are programs, the rest
 * is read by the shell itself, so that looking costs the machine next to nothing. Containers are held to their limits.
 */
export const vitalsScript = `
LC_ALL=C; export LC_ALL
PATH="$PATH:/usr/sbin:/sbin"; export PATH
[ -r /proc/stat ] || { echo unsupported; exit 0; }
n=0; cores=0
while read -r name _; do case "$name" in cpu[0-9]*) cores=$((cores + 1)) ;; esac; done < /proc/stat
while :; do
  busy= all= quota=max period=
  read -r up _ < /proc/uptime
  read -r quota period 2>/dev/null < /sys/fs/cgroup/cpu.max
  if [ "$quota" != max ] && [ "\${period:-0}" -gt 0 ] && [ -r /sys/fs/cgroup/cpu.stat ]; then
    read -r _ busy < /sys/fs/cgroup/cpu.stat
    hundredths=\${up%.*}\${up#*.}
    most=$((quota * 100 / period)); [ "$most" -gt $((cores * 100)) ] && most=$((cores * 100))
    all=$((hundredths * most * 100))
  else
    read -r _ user nice system idle wait irq soft steal _ < /proc/stat
    busy=$((user + nice + system + irq + soft + steal)); all=$((busy + idle + wait))
  fi
  total= free=
  while read -r name value _; do
    case "$name" in MemTotal:) total=$value ;; MemAvailable:) free=$value ;; esac
  done < /proc/meminfo
  used=$((\${total:-0} - \${free:-0}))
  most=max; read -r most 2>/dev/null < /sys/fs/cgroup/memory.max
  if [ "$most" != max ] && [ "\${most:-0}" -gt 0 ] && [ $((most / 1024)) -lt "\${total:-0}" ]; then
    taken=0; read -r taken 2>/dev/null < /sys/fs/cgroup/memory.current
    cache=0
    while read -r name value; do case "$name" in inactive_file) cache=$value ;; esac; done < /sys/fs/cgroup/memory.stat
    total=$((most / 1024)); used=$(((taken - cache) / 1024))
  fi
  in=0; out=0
  while read -r name bytes _ _ _ _ _ _ _ sent _; do
    case "$name" in lo:|*'|'*|Inter*|face*) ;; *:) in=$((in + bytes)); out=$((out + sent)) ;; esac
  done < /proc/net/dev
  read -r load _ < /proc/loadavg
  if [ $((n % ${DISK_EVERY})) -eq 0 ]; then
    disk=$(df -Pk / 2>/dev/null | while read -r _ size taken _; do
      case "$size" in *[!0-9]*|'') ;; *) echo "disk_kb=$size disk_used_kb=$taken"; break ;; esac
    done)
  fi
  n=$((n + 1))
  echo "busy=$busy all=$all ram_kb=$total ram_used_kb=$used in=$in out=$out load=$load up=\${up%.*} $disk" || exit 0
  sleep ${SAMPLE_SECONDS}
done
`

/** Counters of a moment, as the script gives them. */
type Counters = { atMs: number; busy?: number; all?: number; received?: number; sent?: number }

/**
 * Makes samples of what the script says, piece by piece as it comes. What is no figure is left out, and a machine that
 * says anything else than lines of figures is not listened to.
 */
export class VitalsReader {
  private rest = ''
  private before: Counters | undefined

  /**
   * @param atMs when the piece came
   * @returns the samples that became whole, or why nothing more is to be read
   */
  read(part: Buffer, atMs: number): VitalsSample[] | 'unsupported' | 'unreadable' {
    const lines = (this.rest + part.toString('latin1')).split('\n')
    this.rest = lines.pop() ?? ''
    if (this.rest.length > LINE_LIMIT) return 'unreadable'
    const samples: VitalsSample[] = []
    for (const line of lines) {
      if (line.trim() === 'unsupported') return 'unsupported'
      const sample = this.sampleOf(line, atMs)
      if (sample) samples.push(sample)
    }
    return samples
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
