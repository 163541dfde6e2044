import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './reviews.module.css'

const FIVE = [1, 2, 3, 4, 5] as const

/** So many of five stars, read out as words. */
export function Stars({ value }: { value: number }) {
  const { t } = useTranslation()
  return (
    <span className={classes.stars} role="img" aria-label={t('reviews.stars', { count: value })}>
      {FIVE.map((n) => (
        <span key={n} data-on={n <= value || undefined} aria-hidden>
          ★
        </span>
      ))}
    </span>
  )
}

type StarsInputProps = { label: string; value: number; error: string | undefined; onChange: (stars: number) => void }

/** One to five stars to choose from: a group of radio buttons, so that arrow keys work. */
export function StarsInput({ label, value, error, onChange }: StarsInputProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset className={classes.choose} aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{label}</legend>
      {FIVE.map((stars) => (
        <label key={stars} data-on={stars <= value || undefined}>
          <input
            type="radio"
            name={name}
            checked={stars === value}
            onChange={() => onChange(stars)}
            aria-label={t('reviews.stars', { count: stars })}
          />
          <span aria-hidden>★</span>
        </label>
      ))}
      {error && (
        <p id={`${name}-error`} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
