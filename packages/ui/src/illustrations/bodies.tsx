import type { Tone } from '../base/tokens.tsx'
import { Box, LeftStrip, LeftStrips, type Paint, type Point, paints, project, RightStrip } from './iso.tsx'

const solid = (tone: Exclude<Tone, 'neutral'>) => (tone === 'amber' ? 'var(--amber-fill)' : `var(--${tone})`)

/** The treasure of the house: a cut stone that floats over a point, its lower tip there. */
export function Gem({ at, size = 14 }: { at: Point; size?: number }) {
  const [x, y] = project(at)
  const [half, tall, girdle] = [size * 0.8, size * 2.1, size * 1.2]
  const [top, tip] = [`${x} ${y - tall}`, `${x} ${y}`]
  const [left, right] = [`${x - half} ${y - girdle}`, `${x + half} ${y - girdle}`]
  const front = `${x} ${y - girdle + half * 0.42}`
  return (
    <g stroke="var(--gem-line)">
      <path d={`M${left}L${top}L${front}Z`} fill="var(--gem-light)" />
      <path d={`M${top}L${right}L${front}Z`} fill="var(--gem-mid)" />
      <path d={`M${left}L${front}L${tip}Z`} fill="var(--gem)" />
      <path d={`M${right}L${front}L${tip}Z`} fill="var(--gem-deep)" />
    </g>
  )
}

/** A person as a game piece: a round head over a gown in a tone. */
export function Person({ at, tone, size = 1 }: { at: Point; tone: Exclude<Tone, 'neutral'>; size?: number }) {
  const [x, y] = project(at)
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`} strokeWidth={1.5 / size}>
      <ellipse cx="2" cy="1" rx="14" ry="6.5" fill="#000000" opacity="0.13" stroke="none" />
      <path d="M-12 -2C-12 -18 -9 -29 0 -29S12 -18 12 -2C9 2.5 -9 2.5 -12 -2Z" fill={`var(--${tone}-line)`} />
      <path
        d="M0 -29C9 -29 12 -18 12 -2C9.5 1 4 1.6 1 1.4C6 -8 6 -22 0 -29Z"
        fill={`var(--${tone}-mid)`}
        stroke="none"
      />
      <path d="M-12 -2C-12 -18 -9 -29 0 -29S12 -18 12 -2C9 2.5 -9 2.5 -12 -2Z" />
      <circle cx="0" cy="-36" r="9.5" fill="var(--face)" />
      <path d="M-9.4 -37.5C-8 -47 8 -47 9.4 -37.5C5 -40.5 -3 -41 -9.4 -37.5Z" fill={solid(tone)} />
    </g>
  )
}

/** A machine in a rack case: units with a light and slots on its left side. */
export function Rack({
  at: [x, y, z],
  units = 4,
  tone = 'jade',
}: {
  at: Point
  units?: number
  tone?: Exclude<Tone, 'neutral'>
}) {
  const [width, depth, unit] = [44, 36, 18]
  /** The same strip on each unit, by its place on the unit. */
  const onUnits = (right: number, up: number, stripWidth: number, height: number) =>
    Array.from({ length: units }, (_, index) => ({
      at: [x + right, y + depth, z + 5 + index * unit + up] as const,
      width: stripWidth,
      height,
    }))
  return (
    <>
      <Box at={[x, y, z]} size={[width, depth, units * unit + 6]} tone="neutral" />
      <LeftStrips strips={onUnits(5, 0, 34, 12)} fill={`var(--${tone}-line)`} />
      <LeftStrips strips={onUnits(9, 4, 4, 4)} fill={solid(tone)} />
      <LeftStrips strips={onUnits(18, 5, 16, 2.5)} fill={`var(--${tone}-mid)`} />
      <RightStrip at={[x + width, y + 7, z + 8]} width={depth - 14} height={units * unit - 8} fill="var(--line-2)" />
    </>
  )
}

const codeRows: readonly (readonly [indent: number, length: number])[] = [
  [0, 18],
  [6, 26],
  [12, 16],
  [6, 22],
  [0, 10],
]

/** An upright page with lines of code on its left side. */
export function CodePage({
  at: [x, y, z],
  tone = 'sky',
  rows = 5,
}: {
  at: Point
  tone?: Exclude<Tone, 'neutral'>
  rows?: number
}) {
  const [width, depth, height] = [56, 8, rows * 11 + 24]
  const dots = [0, 1, 2].map((dot) => ({
    at: [x + 6 + dot * 7, y + depth, z + height - 8] as const,
    width: 3.5,
    height: 3.5,
  }))
  const lines = codeRows.slice(0, rows).map(([indent, length], row) => ({
    at: [x + 8 + indent, y + depth, z + height - 24 - row * 11] as const,
    width: length,
    height: 4,
  }))
  return (
    <>
      <Box at={[x, y, z]} size={[width, depth, height]} tone="neutral" />
      <LeftStrip at={[x, y + depth, z + height - 12]} width={width} height={12} fill={`var(--${tone}-line)`} />
      <LeftStrips strips={dots} fill={solid(tone)} />
      <LeftStrips strips={lines.filter((_, row) => row % 2 === 0)} fill={solid(tone)} />
      <LeftStrips strips={lines.filter((_, row) => row % 2 === 1)} fill={`var(--${tone}-mid)`} />
    </>
  )
}

/** A cube of stored data; a bright one has the mark of its address on the left side. */
export function DataBlock({
  at: [x, y, z],
  size = 30,
  tone = 'teal',
  isBright,
}: {
  at: Point
  size?: number
  tone?: Exclude<Tone, 'neutral'>
  isBright?: boolean
}) {
  const bright: Paint = { top: `var(--${tone}-line)`, left: `var(--${tone}-mid)`, right: solid(tone) }
  const mark = isBright ? 'var(--surface)' : `var(--${tone}-mid)`
  return (
    <>
      <Box at={[x, y, z]} size={[size, size, size]} paint={isBright ? bright : paints[tone]} />
      <LeftStrips
        strips={[
          { at: [x + 6, y + size, z + size - 12], width: size - 16, height: 3 },
          { at: [x + 6, y + size, z + size - 19], width: size - 20, height: 3 },
        ]}
        fill={mark}
      />
    </>
  )
}

/** A small round tree, for life at the edge of a plate. */
export function Tree({ at, size = 1 }: { at: Point; size?: number }) {
  const [x, y] = project(at)
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`} strokeWidth={1.5 / size}>
      <ellipse cx="2" cy="0.5" rx="9" ry="4" fill="#000000" opacity="0.13" stroke="none" />
      <path d="M0 0V-12" />
      <path d="M0 -10C-8 -10 -11 -17 -9 -23C-7 -31 7 -31 9 -23C11 -17 8 -10 0 -10Z" fill="var(--jade-line)" />
      <path d="M0 -10C8 -10 11 -17 9 -23C8 -27 5 -29 2 -29C5 -22 5 -15 0 -10Z" fill="var(--jade-mid)" stroke="none" />
      <path d="M0 -10C-8 -10 -11 -17 -9 -23C-7 -31 7 -31 9 -23C11 -17 8 -10 0 -10Z" />
    </g>
  )
}

/** A coin that lies or is stacked at a point. */
export function Coins({ at, count = 1 }: { at: Point; count?: number }) {
  const [x, y] = project(at)
  return (
    <>
      {Array.from({ length: count }, (_, index) => {
        const top = y - index * 6
        return (
          <g key={top} stroke="var(--gem-line)">
            <path d={`M${x - 12} ${top - 5}V${top}A12 6.5 0 0 0 ${x + 12} ${top}V${top - 5}`} fill="var(--gem)" />
            <ellipse cx={x} cy={top - 5} rx="12" ry="6.5" fill="var(--gem-light)" />
          </g>
        )
      })}
    </>
  )
}
