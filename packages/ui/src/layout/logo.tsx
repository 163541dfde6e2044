import classes from './logo.module.css'

type LogoMarkProps = { size?: number; label?: string; className?: string }

/**
 * The mark of the house: the character for "many", three people, drawn as one roof over two,
 * and in the place all three share, the treasure.
 */
export function LogoMark({ size = 32, label, className }: LogoMarkProps) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      className={className}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
      style={{ flex: 'none', display: 'block' }}
    >
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <g fill="none" stroke="var(--brand-line)" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M6.5 14.5 16 6l9.5 8.5" />
        <path d="M5.5 26l5.250-8.5L16 26l5.250-8.5L26.5 26" />
      </g>
      <path d="m16 11.8 3 3.6-3 4.2-3-4.2Z" fill="var(--brand-gem)" />
    </svg>
  )
}

type LogoProps = { name: string; size?: number; isLatinShown?: boolean; label: string }

/** Mark and wordmark: the name in the reader's script, then the drawn Latin name. */
export function Logo({ name, size = 32, isLatinShown = true, label }: LogoProps) {
  return (
    <span className={classes.logo} role="img" aria-label={label} style={{ fontSize: size * 0.62, gap: size * 0.3 }}>
      <LogoMark size={size} />
      <span className={classes.name} aria-hidden>
        {name}
      </span>
      {isLatinShown && <LatinWord height={size * 0.46} />}
    </span>
  )
}

/** The Latin name drawn with the line of the mark. */
function LatinWord({ height }: { height: number }) {
  return (
    <svg viewBox="0 0 74 22" height={height} width={(height * 74) / 22} aria-hidden focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="2.8" strokeLinecap="round" strokeLinejoin="round">
        <path d="M2 3.5h14M9 3.5V20" />
        <path d="M21 20V9.5M21 13.5c.8-2.6 2.6-4 5.5-4" />
        <circle cx="35.5" cy="14.5" r="5.5" />
        <path d="m45 9.5 4.8 10.5 4.8-10.5" />
        <path d="M59.3 14.5h11a5.5 5.5 0 1 0-2 4.2" />
      </g>
    </svg>
  )
}
