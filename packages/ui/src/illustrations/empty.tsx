import { Coins, Tree } from './bodies.tsx'
import { Box, GhostBox, type IllustrationProps, LeftStrip, Picture, Plate, type Point, pathOf } from './iso.tsx'

const size = [220, 210] as const
const origin = [110, 110] as const

/** The faces of the open box, from the back to the front: inside, walls, and the four flaps. */
const OPEN_BOX: readonly { fill: string; points: readonly Point[] }[] = [
  {
    fill: 'var(--line)',
    points: [
      [-30, -30, 34],
      [30, -30, 34],
      [30, -30, 0],
      [-30, -30, 0],
    ],
  },
  {
    fill: 'var(--sunken)',
    points: [
      [-30, -30, 34],
      [-30, 30, 34],
      [-30, 30, 0],
      [-30, -30, 0],
    ],
  },
  {
    fill: 'var(--jade-line)',
    points: [
      [-30, 30, 0],
      [30, 30, 0],
      [30, 30, 34],
      [-30, 30, 34],
    ],
  },
  {
    fill: 'var(--jade-mid)',
    points: [
      [30, -30, 0],
      [30, 30, 0],
      [30, 30, 34],
      [30, -30, 34],
    ],
  },
  {
    fill: 'var(--jade-soft)',
    points: [
      [-30, 30, 34],
      [30, 30, 34],
      [30, 50, 24],
      [-30, 50, 24],
    ],
  },
  {
    fill: 'var(--jade-soft)',
    points: [
      [30, -30, 34],
      [30, 30, 34],
      [50, 30, 24],
      [50, -30, 24],
    ],
  },
  {
    fill: 'var(--jade-soft)',
    points: [
      [-30, -30, 34],
      [30, -30, 34],
      [30, -46, 46],
      [-30, -46, 46],
    ],
  },
  {
    fill: 'var(--jade-soft)',
    points: [
      [-30, -30, 34],
      [-30, 30, 34],
      [-46, 30, 46],
      [-46, -30, 46],
    ],
  },
]

/** No data: an open box with nothing in it. */
export function EmptyDataPicture(props: IllustrationProps) {
  return (
    <Picture size={size} origin={origin} {...props}>
      <Plate at={[-60, -60]} size={[120, 120]} tone="neutral" />
      {OPEN_BOX.map(({ fill, points }) => (
        <path key={pathOf(points)} d={pathOf(points)} fill={fill} />
      ))}
    </Picture>
  )
}

/** No orders: a receipt with nothing written, a coin that waits. */
export function EmptyOrdersPicture(props: IllustrationProps) {
  return (
    <Picture size={size} origin={origin} {...props}>
      <Plate at={[-60, -60]} size={[120, 120]} tone="neutral" />
      <Box at={[-36, -24, 0]} size={[60, 7, 72]} tone="neutral" />
      <LeftStrip at={[-36, -17, 60]} width={60} height={12} fill="var(--amber-line)" />
      <LeftStrip at={[-28, -17, 46]} width={34} height={4} fill="var(--line-2)" />
      <LeftStrip at={[-28, -17, 36]} width={44} height={4} fill="var(--line)" />
      <LeftStrip at={[-28, -17, 26]} width={26} height={4} fill="var(--line)" />
      <LeftStrip at={[-28, -17, 10]} width={18} height={7} fill="var(--amber-mid)" />
      <Coins at={[34, 30, 0]} count={1} />
      <Tree at={[-34, 40, 0]} size={0.7} />
    </Picture>
  )
}

/** No machines: the place for one. */
export function EmptyMachinesPicture(props: IllustrationProps) {
  return (
    <Picture size={size} origin={origin} {...props}>
      <Plate at={[-60, -60]} size={[120, 120]} tone="jade" />
      <GhostBox at={[-34, -28, 0]} size={[44, 36, 62]} />
      <Box at={[24, -20, 0]} size={[20, 20, 8]} tone="neutral" />
      <Tree at={[34, 34, 0]} size={0.75} />
      <Tree at={[-40, 44, 0]} size={0.6} />
    </Picture>
  )
}

/** No messages: an empty letter box. */
export function EmptyMessagesPicture(props: IllustrationProps) {
  return (
    <Picture size={size} origin={origin} {...props}>
      <Plate at={[-60, -60]} size={[120, 120]} tone="neutral" />
      <Box at={[-6, -6, 0]} size={[12, 12, 30]} tone="neutral" />
      <Box at={[-26, -20, 30]} size={[52, 40, 34]} tone="sky" />
      <LeftStrip at={[-14, 20, 50]} width={28} height={5} fill="var(--ink-2)" />
      <Box at={[26, -4, 44]} size={[3, 8, 28]} tone="coral" />
      <Tree at={[-36, 40, 0]} size={0.7} />
    </Picture>
  )
}
