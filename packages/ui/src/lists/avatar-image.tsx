import { type CSSProperties, useState } from 'react'
import type { Tone } from '../base/tokens.tsx'
import tones from '../base/tone.module.css'
import classes from './avatar-image.module.css'

const faces: readonly Tone[] = ['jade', 'sky', 'teal', 'amber', 'neutral']

/** Last two characters of a name, as people see them: what stands in for a missing picture. */
export function nameEnding(name: string): string {
  return Array.from(name.trim()).slice(-2).join('')
}

function toneOf(name: string): Tone {
  const sum = Array.from(name).reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0)
  return faces[sum % faces.length] ?? 'neutral'
}

/** A person's picture; without one, or when it does not load, the last two characters of the name. */
export function AvatarImage({ src, name, size = 40 }: { src?: string | null; name: string; size?: number }) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const hasImage = Boolean(src) && src !== failedSrc
  return (
    <span
      className={`${classes.avatar} ${tones[toneOf(name)]}`}
      style={{ '--size': `${size}px` } as CSSProperties}
      role="img"
      aria-label={name}
    >
      {hasImage && src ? (
        <img
          className={classes.image}
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        <span aria-hidden>{nameEnding(name)}</span>
      )}
    </span>
  )
}
