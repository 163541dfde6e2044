/** GPUs a machine says it has, in the words of the driver of their maker. */
export type MachineGpu = { name: string; count: number; memoryMib: number; driver: string; cuda: string }

/**
 * A stand-in for `nvidia-smi` in its own output formats: the CSV of a query, and the first lines of its table. Queries of
 * the fields below are answered, others refused as the real one does.
 */
export function gpuProgram(gpu: MachineGpu): string {
  const { name, count, memoryMib, driver } = gpu
  return `fields= header=1 unit=' MiB'
for arg in "$@"; do
  case "$arg" in
    --query-gpu=*) fields=\${arg#*=} ;;
    --format=csv*)
      case "$arg," in *,noheader,*) header= ;; esac
      case "$arg," in *,nounits,*) unit= ;; esac ;;
    *) echo 'Invalid combination of input arguments. Please run "nvidia-smi -h" for help.'; exit 1 ;;
  esac
done
${tableProgram(gpu)}if [ -n "$header" ]; then i=-1; else i=0; fi
while [ $i -lt ${count} ]; do
  line=
  for field in $(echo "$fields" | tr , ' '); do
    case "$field" in
      index) word=index value=$i ;;
      name) word=name value='${name}' ;;
      memory.total) word="memory.total\${unit:+ [MiB]}" value="${memoryMib}$unit" ;;
      driver_version) word=driver_version value='${driver}' ;;
      *) echo "Field \\"$field\\" is not a valid field to query."; exit 1 ;;
    esac
    [ $i -lt 0 ] && value=$word
    line="\${line:+$line, }$value"
  done
  echo "$line"
  i=$((i + 1))
done
`
}

/** The table that the program prints without a query, as far as anybody reads it. */
function tableProgram({ name, count, memoryMib, driver, cuda }: MachineGpu): string {
  const title = `NVIDIA-SMI ${driver.padEnd(21)} Driver Version: ${driver.padEnd(14)} CUDA Version: ${cuda.padEnd(9)}`
  return `if [ -z "$fields" ]; then
  date
  echo '+-----------------------------------------------------------------------------------------+'
  echo '| ${title} |'
  echo '|-----------------------------------------+------------------------+----------------------+'
  i=0
  while [ $i -lt ${count} ]; do
    printf '| %3d  %-34s |      0MiB / %8dMiB |      0%%      Default |\\n' $i '${name}' ${memoryMib}
    i=$((i + 1))
  done
  echo '+-----------------------------------------+------------------------+----------------------+'
  exit 0
fi
`
}
