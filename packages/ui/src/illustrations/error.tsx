import { Gem } from './bodies.tsx'
import { Box, type IllustrationProps, LeftStrip, Picture, Plate, type Point, project, Track } from './iso.tsx'

/** The plug with its two pins. */
function Plug() {
  return (
    <>
      <Box at={[-20, -6, 0]} size={[14, 12, 11]} tone="jade" />
      <Track
        points={[
          [-6, -3, 7],
          [0, -3, 7],
        ]}
        width={2.4}
        color="var(--ink-2)"
      />
      <Track
        points={[
          [-6, 3, 4],
          [0, 3, 4],
        ]}
        width={2.4}
        color="var(--ink-2)"
      />
    </>
  )
}

/** Something failed or the line is dead: the plug is out. */
export function ErrorPicture(props: IllustrationProps) {
  const [x, y] = project([6, 0, 22])
  return (
    <Picture size={[240, 210]} origin={[118, 102]} {...props}>
      <Plate at={[-80, -44]} size={[160, 88]} tone="neutral" />
      <Box at={[-70, -18, 0]} size={[34, 34, 46]} tone="jade" />
      <LeftStrip at={[-64, 16, 34]} width={22} height={5} fill="var(--jade)" />
      <LeftStrip at={[-64, 16, 25]} width={12} height={4} fill="var(--jade-mid)" />
      <Track
        points={[
          [-36, 0, 5],
          [-20, 0, 5],
        ]}
        width={3.5}
        color="var(--ink-2)"
      />
      <Plug />
      <Box at={[14, -6, 0]} size={[10, 12, 11]} tone="coral" />
      <Track
        points={[
          [24, 0, 5],
          [38, 0, 5],
        ]}
        width={3.5}
        color="var(--ink-2)"
      />
      <Box at={[38, -18, 0]} size={[34, 34, 30]} tone="coral" />
      <LeftStrip at={[44, 16, 19]} width={22} height={5} fill="var(--coral)" />
      <g stroke="var(--amber-fill)" strokeWidth={2.2} transform={`translate(${x} ${y})`}>
        <path d="M0 -2V-12M-8 1L-15 -6M8 1L15 -6" />
      </g>
    </Picture>
  )
}

// The cells of a four: column from the left, row from the ground.
const four: readonly (readonly [number, number])[] = [
  [0, 4],
  [0, 3],
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [3, 3],
  [3, 2],
  [3, 1],
  [3, 0],
]

function Figure({ at: [x, y, z], tone }: { at: Point; tone: 'jade' | 'sky' }) {
  const cell = 14
  const order = [...four].sort((a, b) => a[1] - b[1] || a[0] - b[0])
  return (
    <>
      {order.map(([column, row]) => (
        <Box
          key={`${column}-${row}`}
          at={[x + column * cell, y, z + row * cell]}
          size={[cell, cell, cell]}
          tone={tone}
        />
      ))}
    </>
  )
}

/** Not found: two fours of blocks and, where the nothing should be, the stone. */
export function NotFoundPicture(props: IllustrationProps) {
  return (
    <Picture size={[316, 270]} origin={[158, 141]} {...props}>
      <Plate at={[-138, -36]} size={[276, 72]} tone="neutral" />
      <Figure at={[-122, -8, 0]} tone="jade" />
      <Box at={[-24, -20, 0]} size={[44, 40, 8]} tone="amber" />
      <Gem at={[-2, 0, 14]} size={22} />
      <Figure at={[64, -8, 0]} tone="sky" />
    </Picture>
  )
}
