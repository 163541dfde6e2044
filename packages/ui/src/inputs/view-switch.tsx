import { ActionIcon } from '@mantine/core'
import type { IconComponent } from '../icons/icon.tsx'
import classes from './view-switch.module.css'

type ViewSwitchProps<View extends string> = {
  label: string
  views: readonly { value: View; label: string; icon: IconComponent }[]
  value: View
  onChange: (view: View) => void
}

/** How the same things are shown, such as cards or a table: one button each, the one in use pressed. */
export function ViewSwitch<View extends string>({ label, views, value, onChange }: ViewSwitchProps<View>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are buttons of a bar, not the fields of a form
    <div role="group" aria-label={label} className={classes.views}>
      {views.map(({ value: view, label: name, icon: Icon }) => (
        <ActionIcon
          key={view}
          aria-label={name}
          title={name}
          aria-pressed={view === value}
          className={classes.view}
          onClick={() => onChange(view)}
        >
          <Icon size={18} />
        </ActionIcon>
      ))}
    </div>
  )
}
