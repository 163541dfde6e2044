import type { LeaseMark } from './hand-over.ts'
import { parseFacts, quote } from './shell-text.ts'

/**
 * Script that ends what was begun in SSH sessions of the lease, and nothing else. A process is ended when it belongs
 * to this very account, is younger than the lease, and
 * - carries SSH_CONNECTION with the server port we came in by, or
 * - descends from, or shares the terminal session of, such a process, or
 * - is sshd's own end of a session of this account (forwarding only, so without any child).
 * Never ended: our own connection (its SSH_CONNECTION is ours alone) and our ancestors. The server port in the
 * condition keeps other SSH servers on the same computer, and their sessions, out of it.
 */
export function endProcessesScript(mark: LeaseMark, username: string): string {
  return `${beginning(mark)}${whose(username)}${FIND_TARGETS}${END_TARGETS}`
}

/** Who we are, since when processes count, and how one is read. */
function beginning(mark: LeaseMark): string {
  return `
LC_ALL=C; export LC_ALL
if [ ! -r "/proc/$$/stat" ] || [ -z "$SSH_CONNECTION" ]; then echo ended=unknown; echo finished=1; exit 0; fi
mine=$SSH_CONNECTION
port=\${SSH_CONNECTION##* }
since=${Math.trunc(mark.startTick)}
[ "$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)" = ${quote(mark.boot)} ] || since=0
read_stat() {
  ppid=0; sid=0; tick=0; stat=''
  # Line by line and without another program: a name may hold line ends, and there may be thousands of processes.
  { while IFS= read -r part || [ -n "$part" ]; do stat="$stat$part "; done < "/proc/$1/stat"; } 2>/dev/null
  [ -n "$stat" ] || return 1
  set -- \${stat##*) }
  [ "$1" != Z ] || return 1
  ppid=$2; sid=$4; tick=\${20}
}
`
}

/** Whose a process is: ours, begun in the lease, or sshd's own end of a session. */
function whose(username: string): string {
  return `uid=$(id -u)
# A process that hides its memory (ssh-agent) looks like root's; for us \`kill\` itself tells whose it is.
may_be_ours() { [ "$uid" != 0 ] || [ -O "/proc/$1" ]; }
ancestors=' '
p=$$
while [ "$p" -gt 1 ] && read_stat "$p"; do ancestors="$ancestors$p "; p=$ppid; done
read_stat $$ && own_sid=$sid
is_in() { case "$2" in *" $1 "*) return 0 ;; esac; return 1; }
begun_in_lease() {
  line=$({ tr '\\0' '\\n' < "/proc/$1/environ"; } 2>/dev/null | sed -n 's/^SSH_CONNECTION=//p' | head -n 1)
  [ -n "$line" ] && [ "$line" != "$mine" ] && [ "\${line##* }" = "$port" ]
}
is_session_of_sshd() {
  title=''
  { IFS= read -r title < "/proc/$1/cmdline"; } 2>/dev/null
  case "$title" in
    "sshd: "${quote(username)}[@\\ ]*|"sshd: "${quote(username)}|"sshd-session: "${quote(username)}*) return 0 ;;
  esac
  return 1
}
`
}

/** Collects the processes to end. */
const FIND_TARGETS = `find_targets() {
  targets=' '; sids=' '
  for dir in /proc/[0-9]*; do
    p=\${dir#/proc/}
    is_in "$p" "$ancestors" && continue
    read_stat "$p" && [ "$tick" -ge "$since" ] || continue
    if [ -O "$dir" ] && begun_in_lease "$p"; then
      targets="$targets$p "
      [ "$sid" != "$own_sid" ] && [ "$sid" -gt 1 ] && sids="$sids$sid "
    elif is_session_of_sshd "$p"; then targets="$targets$p "; fi
  done
  more=1
  while [ $more = 1 ]; do
    more=0
    for dir in /proc/[0-9]*; do
      p=\${dir#/proc/}
      is_in "$p" "$ancestors" || is_in "$p" "$targets" && continue
      may_be_ours "$p" && read_stat "$p" && [ "$tick" -ge "$since" ] || continue
      if is_in "$ppid" "$targets" || is_in "$sid" "$sids"; then targets="$targets$p "; more=1; fi
    done
  done
}
`

/** Ends them, asking first, until none is left, and counts. */
const END_TARGETS = `all=' '
for signal in TERM KILL KILL; do
  find_targets
  [ "$targets" = ' ' ] && break
  for p in $targets; do
    kill -s $signal "$p" 2>/dev/null && { is_in "$p" "$all" || all="$all$p "; }
  done
  sleep 1
done
set -- $all
echo "ended=$#"
echo finished=1
`

/** How many processes were ended; null when the machine could not count them; undefined when the script did not finish. */
export function parseEnded(output: string): number | null | undefined {
  const facts = parseFacts(output)
  if (facts.get('finished') !== '1') return undefined
  const text = facts.get('ended') ?? ''
  return /^\d{1,7}$/.test(text) ? Number(text) : null
}
