import { gpuKernelScript, gpuScript, type MeasuredGpu, parseGpu } from './measure-gpu.ts'
import { parseFacts } from './shell-text.ts'

/** Facts found on a machine, in the units and names of the contract's verification shape. */
export type MeasuredFacts = {
  cpuCores: number
  /** GB of 1024^3, one decimal: memory is sold so. */
  ramSize: number
  /** GB of 10^9, one decimal, of the file system at /: disks are sold so. */
  diskSize: number
  /** Mbps from the machine to the checker over one SSH channel, or null when it could not be measured. */
  bandwidth: number | null
  /** For people, such as `Debian GNU/Linux 12 (bookworm)`. */
  operationSystem: string
  /** For comparing: `debian`, `ubuntu`, `macos` ... */
  osId: string
  /** `12`, `22.04`; empty for rolling systems. */
  osVersion: string
  /** Points: MB packed by gzip in a second on all cores together, times ten. */
  cpuScore: number
  /** MB per second, written to the disk and flushed. */
  diskWrite: number
  /** Null where no GPU was found, or what the machine says of it makes no sense. */
  gpu: MeasuredGpu | null
}

/** The channel measure stops at this size or time, whichever comes first. */
export const channelLimits = { bytes: 16 * 1024 * 1024, milliseconds: 3000 }

/**
 * What no honest machine exceeds, yet: points of 1,000 cores at 100 MB a second each, MB a second of a disk, Mbps of a
 * line. Whoever says more is not believed, and every figure fits its column.
 */
const mostCpuScore = 1_000_000
const mostDiskWrite = 1_000_000
const mostBandwidth = 1_000_000

/** Sends random bytes (nothing on the way can pack them) for the channel measure. */
export const channelCommand = `sh -c 'exec head -c ${channelLimits.bytes} /dev/urandom'`

/**
 * POSIX script for `sh -s`. Prints facts as name=value lines. Every measure is small: 8 MB packed on each core, at
 * most 136 MB written to a temporary folder that is removed; on a quick machine it takes about a second. Containers
 * are held to their limits, because a buyer would be too.
 */
export const measureScript = `
LC_ALL=C; export LC_ALL
PATH="$PATH:/usr/sbin:/sbin"; export PATH
say() { printf '%s=%s\\n' "$1" "$2"; }
now_ms() {
  t=$(date +%s%N 2>/dev/null)
  case "$t" in
    *[!0-9]*|'') perl -MTime::HiRes=time -e 'printf "%d", time * 1000' 2>/dev/null || echo "$(date +%s)000" ;;
    *) echo $((t / 1000000)) ;;
  esac
}
started=$(now_ms)
limit() { if command -v timeout >/dev/null 2>&1; then timeout "$@"; else shift; "$@"; fi; }

cores=$(nproc 2>/dev/null || grep -c '^processor' /proc/cpuinfo 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null)
if read -r quota period < /sys/fs/cgroup/cpu.max 2>/dev/null && [ "$quota" != max ] && [ "\${period:-0}" -gt 0 ]; then
  most=$(((quota + period - 1) / period))
  [ "$most" -ge 1 ] && [ "$most" -lt "\${cores:-1}" ] && cores=$most
fi
say cores "$cores"

ram_kb=$(awk '/^MemTotal:/ {print $2}' /proc/meminfo 2>/dev/null)
if [ -z "$ram_kb" ]; then ram=$(sysctl -n hw.memsize 2>/dev/null); ram_kb=$((\${ram:-0} / 1024)); fi
if read -r most < /sys/fs/cgroup/memory.max 2>/dev/null && [ "$most" != max ]; then
  [ $((most / 1024)) -lt "$ram_kb" ] && ram_kb=$((most / 1024))
fi
say ram_kb "$ram_kb"
say disk_kb "$(df -Pk / 2>/dev/null | awk 'NR == 2 {print $2}')"

if [ -r /etc/os-release ]; then
  say os_id "$(. /etc/os-release; printf %s "$ID")"
  say os_version "$(. /etc/os-release; printf %s "$VERSION_ID")"
  say os_name "$(. /etc/os-release; printf %s "$PRETTY_NAME")"
elif command -v sw_vers >/dev/null 2>&1; then
  say os_id macos
  say os_version "$(sw_vers -productVersion)"
  say os_name "macOS $(sw_vers -productVersion)"
else
  say os_id "$(uname -s | tr 'A-Z' 'a-z')"
  say os_version "$(uname -r)"
  say os_name "$(uname -sr)"
fi
${gpuScript}
dir=$(mktemp -d "\${HOME:-/tmp}/.measure.XXXXXX" 2>/dev/null || mktemp -d) || exit 0
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
head -c 8388608 /dev/urandom > "$dir/random"
workers=\${cores:-1}; [ "$workers" -gt 64 ] && workers=64
begin=$(now_ms); i=0
while [ $i -lt "$workers" ]; do limit 8 gzip -c "$dir/random" > /dev/null & i=$((i + 1)); done
wait
end=$(now_ms)
say cpu_mb $((workers * 8)); say cpu_ms $((end - begin)); say cpu_share "$workers"

write() {
  begin=$(now_ms)
  i=0; while [ $i -lt "$1" ]; do cat "$dir/random"; i=$((i + 1)); done |
    limit 8 dd of="$dir/written" bs=65536 conv=fsync 2>/dev/null || sync
  end=$(now_ms)
  say write_mb $(($1 * 8)); say write_ms $((end - begin))
}
write 1
free_kb=$(df -Pk "$dir" | awk 'NR == 2 {print $4}')
[ $((end - begin)) -lt 250 ] && [ "\${free_kb:-0}" -gt 1048576 ] && write 16
${gpuKernelScript}
say done 1
`

/**
 * Reads the script's output. Returns undefined when a fact is missing or makes no sense: the output comes from a
 * machine we do not trust, so numbers are bounded and texts cleaned and cut between whole signs.
 */
export function parseMeasure(output: string): Omit<MeasuredFacts, 'bandwidth'> | undefined {
  const facts = parseFacts(output)
  const number = (name: string, max: number) => {
    const text = facts.get(name) ?? ''
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value <= max ? value : Number.NaN
  }
  const cpuCores = number('cores', 9999)
  const ramKb = number('ram_kb', 1e12)
  const diskKb = number('disk_kb', 1e15)
  const osId = cleanText(facts.get('os_id') ?? '', 40).toLowerCase()
  if (!(cpuCores >= 1) || !(ramKb > 0) || !(diskKb > 0) || !osId) return undefined
  const perSecond = (mb: string, ms: string) => (number(mb, 1e6) * 1000) / Math.max(number(ms, 1e7), 1)
  const cpuSpeed = (perSecond('cpu_mb', 'cpu_ms') * cpuCores) / Math.max(number('cpu_share', 9999) || 1, 1)
  const cpuScore = Math.round(cpuSpeed * 10) || 0
  const diskWrite = Math.round(perSecond('write_mb', 'write_ms')) || 0
  if (cpuScore > mostCpuScore || diskWrite > mostDiskWrite) return undefined
  return {
    cpuCores,
    ramSize: oneDecimal(ramKb / 1024 ** 2),
    diskSize: oneDecimal((diskKb * 1024) / 1e9),
    operationSystem: cleanText(facts.get('os_name') ?? '', 80) || osId,
    osId,
    osVersion: cleanText(facts.get('os_version') ?? '', 40),
    cpuScore,
    diskWrite,
    gpu: parseGpu(facts),
  }
}

/** Mbps from bytes and milliseconds of the channel measure; null when too few bytes arrived to measure. */
export function channelSpeed(bytes: number, milliseconds: number): number | null {
  if (bytes < 64 * 1024 || milliseconds <= 0) return null
  return Math.min(oneDecimal((bytes * 8) / 1000 / milliseconds), mostBandwidth)
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** The database keeps no half of a surrogate pair, so a text is never cut inside one. */
const cleanText = (text: string, length: number) =>
  [...text.toWellFormed().replace(/[^\p{L}\p{N} ().,/_+-]/gu, '')].slice(0, length).join('')
