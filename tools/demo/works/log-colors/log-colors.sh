#!/usr/bin/env bash
# Colours lines by their level, and says at the end how many there were of each.
set -euo pipefail
awk '
  /ERROR|FATAL/ { n["error"]++; print "\033[31m" $0 "\033[0m"; next }
  /WARN/        { n["warn"]++;  print "\033[33m" $0 "\033[0m"; next }
  /INFO/        { n["info"]++;  print "\033[32m" $0 "\033[0m"; next }
                { n["other"]++; print }
  END { for (level in n) printf "%s: %d\n", level, n[level] > "/dev/stderr" }
'
