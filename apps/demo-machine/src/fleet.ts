import { gpuProgram, type MachineGpu } from './gpu-program.ts'

/** What a machine says of itself when it is measured; its real size is that of the computer it runs on. */
export type MachineSize = { cores: number; ramGb: number; diskGb: number; gpu?: MachineGpu }

/** A machine beside the first one: the name of its folder, its port and its size. */
export type FleetMachine = MachineSize & { name: string; port: number }

/** Reads MACHINE_FLEET, a JSON list. @throws Error when an entry makes no sense */
export function readFleet(text: string | undefined): FleetMachine[] {
  if (!text) return []
  const list = JSON.parse(text) as FleetMachine[]
  for (const machine of list) {
    const { name, gpu, ...numbers } = machine
    const isSound = Object.values(numbers).every((value) => Number.isInteger(value) && value > 0)
    if (!/^[a-z0-9-]+$/.test(name) || Object.keys(numbers).length !== 4 || !isSound || (gpu && !isGpu(gpu)))
      throw new Error(`MACHINE_FLEET: ${JSON.stringify(machine)}`)
  }
  return list
}

/** Their words become part of a program. */
function isGpu({ name, driver, cuda, count, memoryMib }: MachineGpu): boolean {
  const hasPlainWords = /^[A-Za-z0-9 -]+$/.test(name) && /^[0-9.]+$/.test(driver) && /^[0-9.]+$/.test(cuda)
  return hasPlainWords && Number.isInteger(count) && count > 0 && count <= 16 && Number.isInteger(memoryMib)
}

const KB_PER_GB = 1024 ** 2
/** Disks are sold by 10^9 bytes. */
const DISK_KB_PER_GB = 1e9 / 1024

/** A tenth of the disk is the system's. */
const USED_SHARE = 10

/** What the disk of such a machine still takes when nobody has put anything on it. */
export const freeDiskBytes = ({ diskGb }: MachineSize): number => Math.round(diskGb * 1e9 * (1 - 1 / USED_SHARE))

/**
 * Programs that stand before the system's own and tell the machine's size where Trove measures it. Anything else that
 * is asked of them, the system's own program does; what a measure would pack or write, they only take in, so that a
 * dozen machines do not wear out one computer.
 */
export function sizePrograms({ cores, ramGb, diskGb, gpu }: MachineSize, systemPath: string): Record<string, string> {
  const disk = Math.round(diskGb * DISK_KB_PER_GB)
  const used = Math.round(disk / USED_SHARE)
  const program = (name: string, question: string, answer: string) =>
    `case "$*" in\n  ${question}) ${answer} ;;\n  *) PATH=${systemPath}; export PATH; exec ${name} "$@" ;;\nesac\n`
  return {
    nproc: `echo ${cores}\n`,
    awk: program('awk', `'/^MemTotal:/ {print $2} /proc/meminfo'`, `echo ${ramGb * KB_PER_GB}`),
    df: program(
      'df',
      `'-Pk /'`,
      `printf 'Filesystem 1024-blocks Used Available Capacity Mounted on\\n/dev/vda1 ${disk} ${used} ${disk - used} 10%% /\\n'`,
    ),
    gzip: program('gzip', `'-c '*/.measure.*/random`, 'sleep 0.3'),
    dd: program('dd', `'of='*/.measure.*`, 'cat > /dev/null'),
    ...(gpu && { 'nvidia-smi': gpuProgram(gpu) }),
  }
}
