import { WarningIcon } from '@trove/ui/icons/states'
import classes from './signing.module.css'

/** What stands in the way, in a line with a warning sign. Announced to screen readers at once. */
export function Told({ text }: { text: string }) {
  return (
    <p className={classes.told} role="alert">
      <WarningIcon size={20} />
      {text}
    </p>
  )
}
