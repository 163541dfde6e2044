/** The part of the machine check that is about GPUs: what the NVIDIA driver reports, and a short measure where one can be run. */

export type MeasuredGpu = {
  /** As the driver says it, without the maker: `GeForce RTX 4090`. Of several models the one the machine has most of. */
  model: string
  count: number
  /** GB of 1024^3 of each, one decimal. */
  vramSize: number
  /** `550.54.14` */
  driver: string
  /** The newest CUDA the driver runs, `12.4`; null when it does not say. */
  cuda: string | null
  /** Of one GPU, numbers of 32 bits, one decimal; null where it could not be measured. */
  tflops: number | null
  /** GB of 10^9 per second within the memory of one GPU, read and written; null where it could not be measured. */
  memoryBandwidth: number | null
}

/** What no honest GPU exceeds, yet: whoever says more is not believed. */
const MOST = { count: 64, vramMib: 4_000_000, gflops: 1_000_000, copyMb: 100_000_000 }
/** A measure only begins while the rest took less than this, so that a slow machine is still measured in time. */
const KERNEL_BEFORE_MS = 8_000

/**
 * Part of the measuring script. A driver that hangs is given up; what is read of its answers is cut, and more GPUs than
 * any machine has are none. Equal GPUs are one
 * line with their number before it, the most frequent first.
 */
export const gpuScript = `
if command -v nvidia-smi >/dev/null 2>&1; then
  say gpus "$(limit 5 nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv,noheader,nounits \\
    </dev/null 2>/dev/null | head -n 65 | cut -c 1-160 | sort | uniq -c | sort -rn | head -n 1)"
  say cuda "$(limit 5 nvidia-smi </dev/null 2>/dev/null | head -n 20 | cut -c 1-160 |
    sed -n 's/.*CUDA Version: *\\([0-9.]*\\).*/\\1/p' | head -n 1)"
fi
`

/** Multiplies two squares of numbers and copies within the memory; both figures are of the first GPU. */
const KERNEL = `
import time, torch
torch.backends.cuda.matmul.allow_tf32 = False
def seconds(work, times):
    work()
    torch.cuda.synchronize()
    begin = time.time()
    for _ in range(times): work()
    torch.cuda.synchronize()
    return (time.time() - begin) / times
a = torch.rand(4096, 4096, device="cuda")
b = torch.rand(4096, 4096, device="cuda")
print("gpu_gflops=%d" % (2 * 4096 ** 3 / seconds(lambda: torch.mm(a, b), 10) / 1e9))
c = torch.empty(67108864, device="cuda")
d = torch.empty(67108864, device="cuda")
print("gpu_copy_mb=%d" % (2 * 4 * 67108864 / seconds(lambda: d.copy_(c), 10) / 1e6))
`

/** Part of the measuring script, for its end: only where the driver reports a GPU and PyTorch is there to use it. */
export const gpuKernelScript = `
if command -v nvidia-smi >/dev/null 2>&1 && command -v python3 >/dev/null 2>&1 &&
  [ $(($(now_ms) - started)) -lt ${KERNEL_BEFORE_MS} ]; then
  limit 12 python3 -c '${KERNEL}' </dev/null 2>/dev/null | head -n 2 | cut -c 1-40
fi
`

const REPORT = /^(\d{1,3}) (?:NVIDIA )?([A-Za-z0-9][A-Za-z0-9 ()./+-]{0,59}), (\d{1,8}), (\d{1,4}(?:\.\d{1,4}){1,3})$/
const CUDA = /^\d{1,3}\.\d{1,3}$/

/** Reads what the script printed; null where it is no report of a driver. The machine may print anything. */
export function parseGpu(facts: ReadonlyMap<string, string>): MeasuredGpu | null {
  const [, count, model, vram, driver] = REPORT.exec(facts.get('gpus') ?? '') ?? []
  const isSound = isWithin(count, MOST.count) && isWithin(vram, MOST.vramMib)
  if (!isSound || !model || !driver) return null
  const cuda = facts.get('cuda') ?? ''
  return {
    model: model.trim(),
    count: Number(count),
    vramSize: oneDecimal(Number(vram) / 1024),
    driver,
    cuda: CUDA.test(cuda) ? cuda : null,
    tflops: perThousand(facts.get('gpu_gflops'), MOST.gflops),
    memoryBandwidth: perThousand(facts.get('gpu_copy_mb'), MOST.copyMb),
  }
}

function isWithin(text: string | undefined, most: number): text is string {
  return text !== undefined && /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most
}

const perThousand = (text: string | undefined, most: number) =>
  isWithin(text, most) ? oneDecimal(Number(text) / 1000) : null

const oneDecimal = (value: number) => Math.round(value * 10) / 10
