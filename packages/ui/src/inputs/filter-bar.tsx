import { ActionIcon, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDevice } from '../base/device.tsx'
import { keepFocus } from '../base/kept-focus.tsx'
import { LazyDialog } from '../dialogs/lazy-dialog.tsx'
import { FilterIcon } from '../icons/actions.tsx'
import { type ChipItem, ChipList } from './chip-list.tsx'
import classes from './filter-bar.module.css'

type FilterBarProps = {
  /** Words of the button that opens the choices, also the title of the dialog. */
  label: string
  closeLabel: string
  /** Left side of the bar: a count of results, a summary of the choice. */
  summary?: ReactNode
  /** A search field: beside the rest at a desk, a line of its own on a phone. */
  search?: ReactNode
  /** Right side beside the button: sort order, view. */
  trailing?: ReactNode
  chips?: readonly ChipItem[]
  chipsLabel?: string
  onRemoveChip?: (id: string) => void
  /** Stands behind the chips while there are any. */
  afterChips?: ReactNode
  clear?: { label: string; onClick: () => void }
  /** The choices stand beside the list: no button opens them a second time. */
  hasRail?: boolean
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  /** Buttons of the dialog (reset, show N results). */
  footer: ReactNode
  children: ReactNode
}

function OpenButton({ label, count, onOpen }: { label: string; count: number; onOpen: () => void }) {
  const mark = count > 0 ? <span className={classes.count}>{count}</span> : null
  if (useDevice() === 'mobile') {
    // The name holds what is to be seen: the count too.
    const name = count > 0 ? `${label} ${count}` : label
    return (
      <ActionIcon className={classes.iconButton} aria-label={name} aria-haspopup="dialog" onClick={onOpen}>
        <FilterIcon />
        {mark}
      </ActionIcon>
    )
  }
  return (
    <Button
      variant="default"
      aria-haspopup="dialog"
      onClick={onOpen}
      leftSection={<FilterIcon size={18} />}
      rightSection={mark}
    >
      {label}
    </Button>
  )
}

/** Filters of a list: a button and a window at a desk, an icon and a sheet on a phone; what is chosen stands below as chips. */
export function FilterBar(props: FilterBarProps) {
  const chips = props.chips ?? []
  const isPhone = useDevice() === 'mobile'
  return (
    <div className={classes.bar} ref={keepFocus}>
      {isPhone && props.search}
      <div className={classes.line}>
        {/* How many are left after a choice is said, too: it stands from the start, whatever is in it. */}
        <div className={classes.summary} role="status">
          {props.summary}
        </div>
        <div className={classes.trailing}>
          {!isPhone && props.search}
          {props.trailing}
          {!props.hasRail && <OpenButton label={props.label} count={chips.length} onOpen={props.onOpen} />}
        </div>
      </div>
      <ChipList
        items={chips}
        label={props.chipsLabel ?? props.label}
        onRemove={props.onRemoveChip ?? (() => undefined)}
        clear={props.clear}
        after={props.afterChips}
      />
      <LazyDialog
        isOpen={props.isOpen}
        onClose={props.onClose}
        title={props.label}
        closeLabel={props.closeLabel}
        footer={props.footer}
      >
        {props.children}
      </LazyDialog>
    </div>
  )
}
