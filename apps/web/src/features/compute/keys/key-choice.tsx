import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './keys.module.css'

type KeyChoiceProps = {
  /** What is chosen among, for those who do not see it. */
  label: string
  /** A key without a name is one that is saved no more. */
  keys: readonly { fingerprint: string; name: string | null }[]
  isChosen: (fingerprint: string) => boolean
  onToggle: (fingerprint: string) => void
  isDisabled?: boolean
}

/** Keys with a tick each. */
export function KeyChoice({ label, keys, isChosen, onToggle, isDisabled }: KeyChoiceProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.choice} aria-label={label}>
      {keys.map(({ fingerprint, name }) => (
        <Checkbox
          key={fingerprint}
          label={name ?? t('sshKeys.lease.gone')}
          description={<code>{fingerprint}</code>}
          checked={isChosen(fingerprint)}
          onChange={() => onToggle(fingerprint)}
          disabled={isDisabled}
        />
      ))}
    </fieldset>
  )
}

/** The set with this one put in, or taken out where it was. */
export function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(one)) next.add(one)
  return next
}
