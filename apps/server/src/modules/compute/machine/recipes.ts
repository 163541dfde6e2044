import { RECIPE_LOG_BYTES_MAX, RECIPE_MINUTES_MAX } from '@trove/contract/compute/recipes/recipes'
import { EXIT_MISSING } from '@trove/contract/compute/recipes/scripts'
import { parseFacts, quote } from './shell-text.ts'

/** Folder of the account's home that holds all that recipes bring; it is removed with the lease. */
const LEASE_FOLDER = '"$HOME"/.trove-lease'

/** Where a run is ended: after so many seconds, bytes of its log, and with so little free disk; and its largest file. */
export type RecipeLimits = { seconds: number; logBytes: number; freeKb: number; fileBlocks: number }
export const RECIPE_LIMITS: RecipeLimits = {
  seconds: RECIPE_MINUTES_MAX * 60,
  logBytes: RECIPE_LOG_BYTES_MAX,
  freeKb: 200_000,
  fileBlocks: 16_777_216,
}
/** Of `ulimit -f`. */
const BLOCK_BYTES = 512

/** How a run stands on the machine. `half`: its folder is there, and nothing says that it began. */
export type RecipeReport = {
  state: 'none' | 'half' | 'running' | 'interrupted' | 'ended'
  code: number | null
  why: 'time' | 'output' | 'disk' | null
  isMissing: boolean
  missing: string | null
  installed: string[]
}

const INSTALLED_MOST = 20
const WORDS_MOST = 120

/**
 * What runs beside us on the machine, from its own file, so that the end of our connection does not end it. The log gets
 * what the script prints as it prints it, up to its limit; later output of what the script left running is dropped.
 */
function runnerScript({ seconds, logBytes, freeKb, fileBlocks }: RecipeLimits): string {
  return `dir=$1
echo $$ > "$dir/pid.draft" && mv "$dir/pid.draft" "$dir/pid" || exit 1
ulimit -c 0
TROVE_RUN=$dir; TROVE_LEASE=\${dir%/runs/*}; export TROVE_RUN TROVE_LEASE
mkfifo "$dir/pipe" || exit 1
( ulimit -f ${Math.ceil(logBytes / BLOCK_BYTES)}; cat > "$dir/log"; exec cat > /dev/null ) < "$dir/pipe" 2>/dev/null &
leader=''
command -v setsid >/dev/null 2>&1 && leader=setsid
case $(head -c 2 "$dir/script") in '#!') chmod 700 "$dir/script"; set -- "$dir/script" ;; *) set -- sh "$dir/script" ;; esac
( ulimit -f ${fileBlocks}; cd "$HOME"; exec $leader "$@" ) > "$dir/pipe" 2>&1 < /dev/null &
child=$!
passed=0; why=''
while kill -0 "$child" 2>/dev/null; do
  sleep 1
  passed=$((passed + 1))
  size=$(wc -c < "$dir/log" 2>/dev/null) || size=0
  free=$(df -Pk "$HOME" 2>/dev/null | awk 'NR == 2 { print $4 }')
  [ "$passed" -ge ${seconds} ] && why=time
  [ "\${size:-0}" -ge ${logBytes} ] && why=output
  [ "\${free:-${freeKb}}" -lt ${freeKb} ] && why=disk
  [ -n "$why" ] || continue
  kill -0 "$child" 2>/dev/null || { why=''; break; }
  for signal in TERM KILL; do
    kill -s $signal -- "-$child" 2>/dev/null || kill -s $signal "$child" 2>/dev/null
    sleep 2
  done
  break
done
wait "$child"
code=$?
size=$(wc -c < "$dir/log" 2>/dev/null) || size=0
[ -z "$why" ] && [ "$code" != 0 ] && [ "\${size:-0}" -ge ${logBytes} ] && why=output
printf 'code=%s\\nwhy=%s\\n' "$code" "$why" > "$dir/ended.draft" && mv "$dir/ended.draft" "$dir/ended"
rm -f "$dir/pipe"
`
}

/** Begins the run when its folder is not there yet. */
const beginScript = (script: string, limits: RecipeLimits) => `if [ ! -e "$dir" ]; then
  mkdir -p "$base/runs" && mkdir "$dir" || exit 1
  printf %s ${quote(bytesOf(script))} > "$dir/script" && printf %s ${quote(runnerScript(limits))} > "$dir/runner" ||
    { rm -rf "$dir"; exit 1; }
  leader=''
  command -v setsid >/dev/null 2>&1 && leader=setsid
  $leader nohup sh "$dir/runner" "$dir" > /dev/null 2>&1 < /dev/null &
  tries=0
  # Until nohup has come to its program, the end of this connection would still end it.
  while [ ! -f "$dir/pid" ] && [ "$tries" -lt 50 ]; do tries=$((tries + 1)); sleep 0.1 2>/dev/null || sleep 1; done
fi`

/**
 * Script that looks for the run's folder, begins the run when there is none, and reports how it stands. Making the folder
 * is one step that succeeds once: whoever comes later finds it and begins nothing.
 * @param script what is to be run; null only asks
 */
export function recipeScript(number: string, script: string | null, limits: RecipeLimits): string {
  // All of it is read before any of it is run: a connection that is lost in between begins nothing.
  return `main() {
LC_ALL=C; export LC_ALL
umask 077
base=${LEASE_FOLDER}; dir="$base/runs"/${quote(number)}
${script === null ? '' : beginScript(script, limits)}
tell() { head -c 4000 "$dir/$1" 2>/dev/null | sed -n "1,${INSTALLED_MOST}p" | cut -c 1-${WORDS_MOST} | sed "s/^/$1:/"; }
is_alive() {
  pid=$(head -c 20 "$dir/pid" 2>/dev/null)
  case $pid in ''|*[!0-9]*) return 1 ;; esac
  kill -0 "$pid" 2>/dev/null || return 1
  [ ! -r "/proc/$pid/cmdline" ] || tr '\\0' ' ' < "/proc/$pid/cmdline" | grep -q -F "$dir/runner"
}
if [ ! -d "$dir" ]; then echo state=none
elif [ -f "$dir/ended" ]; then echo state=ended
elif is_alive; then echo state=running
elif [ -f "$dir/ended" ]; then echo state=ended
elif [ -f "$dir/pid" ]; then echo state=interrupted
else echo state=half; fi
head -c 100 "$dir/ended" 2>/dev/null
tell installed; tell missing
echo reported=1
}
main
exit
`
}

/** Reads the report; undefined when it is not complete. All of it is the machine's word. */
export function parseRecipeReport(output: string): RecipeReport | undefined {
  const facts = parseFacts(output)
  const state = facts.get('state') ?? ''
  if (facts.get('reported') !== '1' || !isState(state)) return undefined
  const code = /^\d{1,3}$/.test(facts.get('code') ?? '') ? Number(facts.get('code')) : null
  const why = facts.get('why')
  const told = (name: string) =>
    output
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => wordsOf(line.slice(name.length + 1)))
      .filter((words) => words !== '')
  return {
    state,
    code,
    why: why === 'time' || why === 'output' || why === 'disk' ? why : null,
    isMissing: code === EXIT_MISSING,
    missing: told('missing')[0] ?? null,
    installed: told('installed').slice(0, INSTALLED_MOST),
  }
}

const STATES: readonly string[] = ['none', 'half', 'running', 'interrupted', 'ended'] satisfies RecipeReport['state'][]
const isState = (text: string): text is RecipeReport['state'] => STATES.includes(text)

/** What can be shown of the machine's own words; output comes as latin1. */
const wordsOf = (latin1: string) =>
  Buffer.from(latin1, 'latin1')
    .toString('utf8')
    .replaceAll(/[\p{C}\uFFFD]/gu, '')
    .trim()
    .slice(0, WORDS_MOST)

/** Scripts travel as latin1, so that each byte of a text is one letter. */
const bytesOf = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

/** Script that prints the size of a run's log, then a piece of it as it is. */
export function recipeLogScript(number: string, { from, most }: { from: number; most: number }): string {
  return `log=${LEASE_FOLDER}/runs/${quote(number)}/log
[ -f "$log" ] || { echo bytes=none; exit; }
printf 'bytes=%s\\n' "$(wc -c < "$log")"
tail -c +${Math.trunc(from) + 1} "$log" | head -c ${Math.trunc(most)}
`
}

/** Reads what `recipeLogScript` prints; undefined where there is no log. */
export function parseRecipeLog(output: string): { total: number; piece: Buffer } | undefined {
  const found = /^bytes= *(\d{1,12})\n/.exec(output)
  if (!found) return undefined
  return { total: Number(found[1]), piece: Buffer.from(output.slice(found[0].length), 'latin1') }
}

/**
 * Script that takes back what recipes brought into the system: containers and packages that were not there before. The
 * buyer may have written into these lists, so only what can be the name of a package is passed on.
 */
export const undoRecipesScript = `base=${LEASE_FOLDER}
[ ! -L "$base" ] || rm -f "$base"
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif sudo -n true >/dev/null 2>&1; then sudo -n "$@"; else return 1; fi
}
if [ -e "$base/docker" ] && command -v docker >/dev/null 2>&1; then
  containers=$(as_root docker ps -aq 2>/dev/null | head -n 200)
  [ -z "$containers" ] || as_root docker rm -f $containers >/dev/null 2>&1
  as_root systemctl stop docker.socket docker >/dev/null 2>&1
fi
packages=$(grep -E '^[a-z0-9][a-z0-9+.-]{0,60}$' "$base/packages" 2>/dev/null | sort -u | head -n 30)
if [ -n "$packages" ]; then
  if command -v apt-get >/dev/null 2>&1; then as_root env DEBIAN_FRONTEND=noninteractive apt-get remove -q -y $packages
  elif command -v dnf >/dev/null 2>&1; then as_root dnf remove -y $packages
  else as_root yum remove -y $packages; fi >/dev/null 2>&1 < /dev/null
fi
echo undone=1
`

/** Script that removes the folder of the lease, after its processes were ended. */
export const removeRecipesScript = `base=${LEASE_FOLDER}
if [ -L "$base" ]; then rm -f "$base"
elif [ -e "$base" ]; then
  chmod -R u+rwX "$base" 2>/dev/null
  rm -rf "$base" 2>/dev/null || sudo -n rm -rf "$base" 2>/dev/null
fi
[ -e "$base" ] || echo removed=1
`
