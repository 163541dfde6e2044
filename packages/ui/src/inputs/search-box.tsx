import { ActionIcon } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useDevice } from '../base/device.tsx'
import { CloseIcon, SearchIcon } from '../icons/actions.tsx'
import classes from './search-box.module.css'

type SearchBoxProps = {
  value: string
  /** `isComposing`: an input method is still making signs of what was typed, as for Chinese: it is not to be searched for yet. */
  onChange: (value: string, isComposing: boolean) => void
  /** Called on Enter; the list may also follow `onChange` by itself. */
  onSubmit?: () => void
  label: string
  placeholder?: string
  clearLabel: string
  /** Stands open on a phone too. */
  isOpen?: boolean
}

function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <button
      type="button"
      className={classes.clear}
      aria-label={label}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClear}
    >
      <CloseIcon size={16} />
    </button>
  )
}

/** A search field that stands open at a desk; on a phone an icon that grows into the field and shrinks when left empty. */
export function SearchBox({ value, onChange, onSubmit, label, placeholder, clearLabel, isOpen }: SearchBoxProps) {
  const isPhone = useDevice() === 'mobile'
  const [isGrown, setGrown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isFolded = isPhone && !isOpen && !isGrown && value === ''

  useEffect(() => {
    if (isGrown) input.current?.focus()
  }, [isGrown])

  if (isFolded) {
    return (
      <ActionIcon aria-label={label} aria-expanded={false} onClick={() => setGrown(true)}>
        <SearchIcon />
      </ActionIcon>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  const clear = () => {
    onChange('', false)
    if (isPhone && !isOpen) setGrown(false)
    else input.current?.focus()
  }
  return (
    <search>
      <form className={`${classes.box} ${isPhone && !isOpen ? classes.growing : ''}`} onSubmit={submit}>
        <span className={classes.icon}>
          <SearchIcon size={18} />
        </span>
        <input
          ref={input}
          type="search"
          className={classes.input}
          value={value}
          aria-label={label}
          placeholder={placeholder}
          onChange={({ currentTarget, nativeEvent }) =>
            onChange(currentTarget.value, 'isComposing' in nativeEvent && nativeEvent.isComposing === true)
          }
          // In some browsers no other event follows this one.
          onCompositionEnd={(event) => onChange(event.currentTarget.value, false)}
          onFocus={() => setGrown(true)}
          onBlur={() => value === '' && setGrown(false)}
        />
        {(value !== '' || (isPhone && !isOpen)) && <ClearButton label={clearLabel} onClear={clear} />}
      </form>
    </search>
  )
}
