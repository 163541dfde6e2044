import type { LeaseMark } from './hand-over.ts'
import { parseFacts, quote } from './shell-text.ts'

/**
 * Script that ends what was begun in the lease. Only what is younger than the lease is looked at, and never our own
 * connection, our ancestors, or who carries our connection (an agent's program in this very account).
 *
 * Of an account that is a person's, every process goes: how it was begun is in its own hands, and only the owner and
 * the time of its start are not. What the system itself runs for the account (a unit's control group) stays.
 * Of root that cannot be known: what SSH sessions began goes, by SSH_CONNECTION with our server port, by descent or by
 * the sessions' control groups, and what else is younger is counted as left.
 * Where the login is no account of the system (the demo machine, in an account that is somebody's own besides), only
 * what carries SSH_CONNECTION, and what descends from it, goes.
 */
export function endProcessesScript(mark: LeaseMark, username: string): string {
  return `${beginning(mark)}${whose(username)}${CONTROL_GROUPS}${CARRIER}${FIND_TARGETS}${END_TARGETS}`
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
  [ "$1" != Z ] && [ "$1" != X ] || return 1
  ppid=$2; sid=$4; flags=$7; tick=\${20}
}
`
}

/** Whose a process is: ours, begun in the lease, or sshd's own end of a session. */
function whose(username: string): string {
  return `uid=$(id -u)
scope=connection
if [ "$(id -u -- ${quote(username)} 2>/dev/null)" = "$uid" ]; then scope=account; [ "$uid" != 0 ] || scope=root; fi
# What we may end is ours, also where a namespace of ours gives it another number or a hidden memory gives it to root.
is_ours() { if [ "$uid" = 0 ]; then [ -O "/proc/$1" ]; else kill -s 0 "$1" 2>/dev/null; fi; }
is_in() { case "$2" in *" $1 "*) return 0 ;; esac; return 1; }
ancestors=' 1 '
p=$$
while [ "$p" -gt 1 ] && read_stat "$p"; do ancestors="$ancestors$p "; p=$ppid; done
read_stat $$ && own_sid=$sid
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

/**
 * Where the system keeps a process. Nobody but root moves one out of a session's group. What sshd, cron and at begin
 * without a group of its own is in theirs, and `run-` is how units are named that somebody began by hand.
 */
const CONTROL_GROUPS = `read_group() {
  group=''
  { while IFS= read -r line; do
    case "$line" in 0::/?*|*:name=systemd:/?*) group=\${line#*:*:} ;; esac
  done < "/proc/$1/cgroup"; } 2>/dev/null
}
read_group $$; own_group=$group
is_of_system() {
  read_group "$1"
  [ "$group" != "$own_group" ] || return 1
  case "$group" in
    */ssh*|*/dropbear*|*/cron*|*/anacron*|*/atd*|*/run-*) return 1 ;;
    /system.slice/*|/machine.slice/*|/docker/*) return 0 ;;
  esac
  return 1
}
is_of_session() { read_group "$1"; case "$group" in /user.slice/*) return 0 ;; esac; return 1; }
`

/** The process on this machine that our connection comes in through: with it, the connection would end. */
const CARRIER = `carrier=' '
find_carrier() {
  set -- $mine
  case "$1$3" in *[!0-9.]*) return 0 ;; esac
  far=$(to_hex "$1" "$2"); near=$(to_hex "$3" "$4")
  inode=$(while read -r number from to state queues timer tries owner waits inode rest; do
    if [ "$from $to" = "$far $near" ] && [ "$owner" = "$uid" ]; then echo "$inode"; fi
  done < /proc/net/tcp)
  [ -n "$inode" ] && [ "$inode" != 0 ] || return 0
  for dir in /proc/[0-9]*; do
    is_ours "\${dir#/proc/}" || continue
    ls -l "$dir/fd" 2>/dev/null | grep -qF "socket:[$inode]" && carrier="$carrier\${dir#/proc/} "
  done
}
to_hex() {
  hex_port=$2
  old_ifs=$IFS; IFS=.; set -- $1; IFS=$old_ifs
  printf '%02X%02X%02X%02X:%04X' "$4" "$3" "$2" "$1" "$hex_port"
}
[ "$scope" = account ] && [ -r /proc/net/tcp ] && find_carrier
`

/** Collects the processes to end, and counts those that are left beside them. */
const FIND_TARGETS = `is_younger() {
  is_in "$1" "$ancestors" || is_in "$1" "$carrier" && return 1
  # The kernel's own threads look like processes of root.
  read_stat "$1" && [ "$tick" -ge "$since" ] && [ $((flags & 0x200000)) = 0 ]
}
find_targets() {
  targets=' '; sids=' '; left=0
  for dir in /proc/[0-9]*; do
    p=\${dir#/proc/}
    is_younger "$p" || continue
    if [ $scope = account ]; then
      is_ours "$p" && ! is_of_system "$p" && targets="$targets$p "
    elif [ -O "$dir" ] && { begun_in_lease "$p" || { [ $scope = root ] && is_of_session "$p"; }; }; then
      targets="$targets$p "
      [ "$sid" != "$own_sid" ] && [ "$sid" -gt 1 ] && sids="$sids$sid "
    elif is_session_of_sshd "$p"; then targets="$targets$p "; fi
  done
  [ $scope = account ] || find_more
}
find_more() {
  more=1
  while [ $more = 1 ]; do
    more=0; left=0
    for dir in /proc/[0-9]*; do
      p=\${dir#/proc/}
      is_in "$p" "$targets" && continue
      is_younger "$p" && is_ours "$p" || continue
      if is_in "$ppid" "$targets" || is_in "$sid" "$sids"; then targets="$targets$p "; more=1
      elif [ $scope = root ] && ! is_of_system "$p"; then left=$((left + 1)); fi
    done
  done
}
`

/** Ends them, asking first, until none is left, and counts. */
const END_TARGETS = `all=' '
for signal in TERM KILL KILL none; do
  find_targets
  [ "$targets" = ' ' ] || [ $signal = none ] && break
  for p in $targets; do
    kill -s $signal "$p" 2>/dev/null && { is_in "$p" "$all" || all="$all$p "; }
  done
  sleep 1
done
stayed=0
[ $scope = connection ] || { set -- $targets; stayed=$#; }
set -- $all
echo "ended=$#"
echo "stayed=$stayed"
echo "left=$left"
echo finished=1
`

/**
 * What became of the lease's processes. `stayed` could not be ended, `left` may be the machine's own. `ended` is null
 * where the machine has no /proc.
 */
export type Ended = { ended: number | null; stayed: number; left: number }

/** Reads what the script said; undefined when it did not finish. */
export function parseEnded(output: string): Ended | undefined {
  const facts = parseFacts(output)
  if (facts.get('finished') !== '1') return undefined
  const count = (name: string) => (/^\d{1,7}$/.test(facts.get(name) ?? '') ? Number(facts.get(name)) : null)
  return { ended: count('ended'), stayed: count('stayed') ?? 0, left: count('left') ?? 0 }
}
