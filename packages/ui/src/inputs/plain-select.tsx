import { ChevronDownIcon } from '../icons/actions.tsx'
import classes from './plain-select.module.css'

type PlainSelectProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice between a few words, the browser's own: a list at a desk, a wheel on a phone. Its label is for screen readers. */
export function PlainSelect<Value extends string>({ label, options, value, onChange }: PlainSelectProps<Value>) {
  return (
    <span className={classes.box}>
      <select
        className={classes.select}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={classes.arrow}>
        <ChevronDownIcon size={16} />
      </span>
    </span>
  )
}
