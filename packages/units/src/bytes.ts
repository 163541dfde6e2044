/** Sizes for people: steps of 1,024 up to PB (specification). */

const NAMES = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
const STEP = 1024n

/** A size in bytes with at most two decimals, cut: `1.5 GB`. Never negative. */
export function formatBytes(bytes: bigint): string {
  let [step, unit] = [0, 1n]
  while (step < NAMES.length - 1 && bytes >= unit * STEP) {
    step += 1
    unit *= STEP
  }
  const hundredths = (bytes * 100n) / unit
  const decimals = (hundredths % 100n).toString().padStart(2, '0').replace(/0+$/, '')
  return `${hundredths / 100n}${decimals && `.${decimals}`} ${NAMES[step]}`
}

/** A measured size in bytes, which need not be whole, as `formatBytes` writes it. */
export function formatMeasured(bytes: number): string {
  return formatBytes(BigInt(Math.round(bytes)))
}
