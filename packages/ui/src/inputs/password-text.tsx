import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../actions/copy-button.tsx'
import { EyeIcon, EyeOffIcon } from '../icons/actions.tsx'
import classes from './password-text.module.css'

type PasswordTextProps = {
  value: string
  showLabel: string
  hideLabel: string
  copyLabel: string
  copiedLabel: string
  onCopied?: (isCopied: boolean) => void
}

// A fixed number of dots, so that the length is not told either.
const dots = '••••••••••'

/** A secret that is hidden until asked for; it can be copied without being shown. */
export function PasswordText({ value, showLabel, hideLabel, copyLabel, copiedLabel, onCopied }: PasswordTextProps) {
  const [isShown, setShown] = useState(false)
  return (
    <span className={classes.line}>
      {isShown ? (
        <code className={classes.value}>{value}</code>
      ) : (
        <span className={`${classes.value} ${classes.hidden}`} aria-hidden>
          {dots}
        </span>
      )}
      <ActionIcon aria-label={isShown ? hideLabel : showLabel} onClick={() => setShown((shown) => !shown)}>
        {isShown ? <EyeOffIcon size={18} /> : <EyeIcon size={18} />}
      </ActionIcon>
      <CopyButton value={value} label={copyLabel} copiedLabel={copiedLabel} onCopied={onCopied} />
    </span>
  )
}
