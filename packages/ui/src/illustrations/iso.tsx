import type { CSSProperties, ReactNode } from 'react'
import type { Tone } from '../base/tokens.tsx'

/** A point of the drawn world: x runs down to the right, y down to the left, z up. */
export type Point = readonly [x: number, y: number, z: number]

/** Place of a point on the sheet, in the sheet's pixels (isometric, 30 degrees). */
export function project([x, y, z]: Point): readonly [number, number] {
  return [Math.round((x - y) * 8.66) / 10, Math.round((x + y) * 5 - z * 10) / 10]
}

/** Path data through points of the world, as short as it can be: the landing pages carry hundreds of them. */
export function pathOf(points: readonly Point[], isClosed = true): string {
  const [[x, y], ...further] = points.map(project) as [readonly [number, number], ...(readonly [number, number])[]]
  let from = [x, y] as const
  // Steps from point to point are shorter than places.
  const steps = further.flatMap((to) => {
    const step = [tenths(to[0] - from[0]), tenths(to[1] - from[1])]
    from = to
    return step
  })
  return `M${lean([x, y])}l${lean(steps)}${isClosed ? 'z' : ''}`
}

/** Rounded again: differences of decimals leave something behind. */
const tenths = (value: number) => Math.round(value * 10) / 10

/** A minus sign parts two numbers, and nothing has to stand before a decimal point. */
const lean = (numbers: readonly number[]) => numbers.join(' ').replaceAll(/\b0\./g, '.').replaceAll(' -', '-')

/** Colours of a body by side, lit from above left. */
export type Paint = { top: string; left: string; right: string }

const toned = (name: string): Paint => ({
  top: `var(--${name}-soft)`,
  left: `var(--${name}-line)`,
  right: `var(--${name}-mid)`,
})

/** Paint of every tone; `neutral` is the paper of the theme. */
export const paints: Record<Tone, Paint> = {
  jade: toned('jade'),
  amber: toned('amber'),
  coral: toned('coral'),
  sky: toned('sky'),
  teal: toned('teal'),
  neutral: { top: 'var(--surface)', left: 'var(--sunken)', right: 'var(--line)' },
}

type PictureProps = { size: readonly [number, number]; origin: readonly [number, number]; children: ReactNode }

/** Props of every illustration: words for it where it says something, else it is decoration. */
export type IllustrationProps = { label?: string; className?: string; style?: CSSProperties }

/** The sheet of an illustration: size in its own pixels and the place of the world's origin on it. */
export function Picture({ size, origin, children, label, className, style }: PictureProps & IllustrationProps) {
  return (
    <svg
      viewBox={`0 0 ${size[0]} ${size[1]}`}
      width={size[0]}
      height={size[1]}
      className={className}
      style={{ maxWidth: '100%', height: 'auto', ...style }}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
      fill="none"
      stroke="var(--ink-2)"
      strokeWidth={1.5}
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <g transform={`translate(${origin[0]} ${origin[1]})`}>{children}</g>
    </svg>
  )
}

type BoxProps = { at: Point; size: Point; tone?: Tone; paint?: Paint }

/** A box from its corner at the back: three visible sides, each with its paint. */
export function Box({ at: [x, y, z], size: [w, d, h], tone = 'neutral', paint = paints[tone] }: BoxProps) {
  const [x1, y1, z1] = [x + w, y + d, z + h]
  return (
    <>
      <path
        d={pathOf([
          [x, y, z1],
          [x1, y, z1],
          [x1, y1, z1],
          [x, y1, z1],
        ])}
        fill={paint.top}
      />
      <path
        d={pathOf([
          [x, y1, z],
          [x1, y1, z],
          [x1, y1, z1],
          [x, y1, z1],
        ])}
        fill={paint.left}
      />
      <path
        d={pathOf([
          [x1, y, z],
          [x1, y1, z],
          [x1, y1, z1],
          [x1, y, z1],
        ])}
        fill={paint.right}
      />
    </>
  )
}

/** The dashed outline of a box that is not there. */
export function GhostBox({ at: [x, y, z], size: [w, d, h] }: { at: Point; size: Point }) {
  const [x1, y1, z1] = [x + w, y + d, z + h]
  return (
    <g strokeDasharray="4 5" stroke="var(--ink-3)">
      <path
        d={pathOf([
          [x, y, z1],
          [x1, y, z1],
          [x1, y1, z1],
          [x, y1, z1],
        ])}
      />
      <path
        d={pathOf(
          [
            [x, y1, z1],
            [x, y1, z],
            [x1, y1, z],
            [x1, y, z],
            [x1, y, z1],
          ],
          false,
        )}
      />
      <path
        d={pathOf(
          [
            [x1, y1, z],
            [x1, y1, z1],
          ],
          false,
        )}
      />
    </g>
  )
}

/** A plate things stand on, with the shade it throws. Its top lies at height 0. */
export function Plate({
  at: [x, y],
  size: [w, d],
  tone = 'neutral',
}: {
  at: readonly [number, number]
  size: readonly [number, number]
  tone?: Tone
}) {
  return (
    <>
      <path
        d={pathOf([
          [x + 10, y + 10, -26],
          [x + w + 10, y + 10, -26],
          [x + w + 10, y + d + 10, -26],
          [x + 10, y + d + 10, -26],
        ])}
        fill="var(--shade)"
        stroke="none"
      />
      <Box at={[x, y, -12]} size={[w, d, 12]} tone={tone} />
    </>
  )
}

type Strip = { at: Point; width: number; height: number }

/** A filled strip without outline on a side that faces left (plane of x and z). */
export function LeftStrip({ fill, ...strip }: Strip & { fill: string }) {
  return <LeftStrips strips={[strip]} fill={fill} />
}

/** Several of one colour, as one path. */
export function LeftStrips({ strips, fill }: { strips: readonly Strip[]; fill: string }) {
  const paths = strips.map(({ at: [x, y, z], width, height }) =>
    pathOf([
      [x, y, z],
      [x + width, y, z],
      [x + width, y, z + height],
      [x, y, z + height],
    ]),
  )
  return <path d={paths.join('')} fill={fill} stroke="none" />
}

/** A filled strip without outline on a side that faces right (plane of y and z). */
export function RightStrip({ at: [x, y, z], width, height, fill }: Strip & { fill: string }) {
  return (
    <path
      d={pathOf([
        [x, y, z],
        [x, y + width, z],
        [x, y + width, z + height],
        [x, y, z + height],
      ])}
      fill={fill}
      stroke="none"
    />
  )
}

/** A line over the ground through points. */
export function Track({
  points,
  isDashed,
  color = 'var(--ink-3)',
  width = 1.5,
}: {
  points: readonly Point[]
  isDashed?: boolean
  color?: string
  width?: number
}) {
  return (
    <path d={pathOf(points, false)} stroke={color} strokeWidth={width} strokeDasharray={isDashed ? '1 6' : undefined} />
  )
}
