import type { ReactNode } from 'react'

/** Props of every icon: edge length in pixels (20 unless told) and, when the icon stands alone, the words it stands for. */
export type IconProps = { size?: number; label?: string; className?: string }

/** A component that draws one icon of the set. */
export type IconComponent = (props: IconProps) => ReactNode

function frame(shape: ReactNode, { size = 20, label, className }: IconProps): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
      style={{ flex: 'none', display: 'block' }}
    >
      {shape}
    </svg>
  )
}

/** Makes an icon of the set: 24 x 24 grid, 1.7 line, round ends, in the colour of the text around it. */
export function drawIcon(shape: ReactNode): IconComponent {
  return (props) => frame(shape, props)
}
