# What a rented machine tells of itself while somebody looks, for `sh -s` there; $1 is the seconds between two lines.
# A line of `name=value` words each time, until nobody reads it. Counters are given as they stand; the difference of two
# lines is the figure. Only `sleep` and now and then `df` are programs, the rest is read by the shell itself, so that
# looking costs the machine next to nothing. Containers are held to their limits.

# Samples between two looks at the disk, the only one that costs a program of its own.
disk_every=15
LC_ALL=C; export LC_ALL
PATH="$PATH:/usr/sbin:/sbin"; export PATH
[ -r /proc/stat ] || { echo unsupported; exit 0; }
n=0; cores=0
while read -r name _; do case "$name" in cpu[0-9]*) cores=$((cores + 1)) ;; esac; done < /proc/stat
while :; do
  busy= all= quota=max period=
  read -r up _ < /proc/uptime
  read -r quota period 2>/dev/null < /sys/fs/cgroup/cpu.max
  if [ "$quota" != max ] && [ "${period:-0}" -gt 0 ] && [ -r /sys/fs/cgroup/cpu.stat ]; then
    read -r _ busy < /sys/fs/cgroup/cpu.stat
    hundredths=${up%.*}${up#*.}
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
  used=$((${total:-0} - ${free:-0}))
  most=max; read -r most 2>/dev/null < /sys/fs/cgroup/memory.max
  if [ "$most" != max ] && [ "${most:-0}" -gt 0 ] && [ $((most / 1024)) -lt "${total:-0}" ]; then
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
  if [ $((n % $disk_every)) -eq 0 ]; then
    disk=$(df -Pk / 2>/dev/null | while read -r _ size taken _; do
      case "$size" in *[!0-9]*|'') ;; *) echo "disk_kb=$size disk_used_kb=$taken"; break ;; esac
    done)
  fi
  n=$((n + 1))
  echo "busy=$busy all=$all ram_kb=$total ram_used_kb=$used in=$in out=$out load=$load up=${up%.*} $disk" || exit 0
  sleep "$1"
done
