import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { SearchIcon } from '@trove/ui/icons/actions'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import classes from './palette.module.css'
import { type FindGroup, useFinds } from './use-finds.ts'

function Group({ group: { label, finds } }: { group: FindGroup }) {
  return (
    <Combobox.Group label={label}>
      {finds.map((find) => (
        <Combobox.Option key={find.path} value={find.path} className={classes.find}>
          <span className={classes.label}>{find.label}</span>
          {find.hint && <span className={classes.hint}>{find.hint}</span>}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}

/** Pages, goods and orders by a few words: arrows choose, Enter goes there. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { groups, isBusy, isMissing } = useFinds(typed)
  const combobox = useCombobox({ opened: true })
  const found = groups.flatMap(({ finds }) => finds.map(({ path }) => path)).join(' ')
  const { selectFirstOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first one again whenever others are found.
  useEffect(() => {
    selectFirstOption()
  }, [found])
  const go = (path: string) => {
    onClose()
    navigate(path)
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('palette.title')} closeLabel={t('common.close')} size="lg">
      <Combobox store={combobox} onOptionSubmit={go}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            // The library keeps Escape from the dialog while its list is open, and this list always is.
            onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onClose()}
            aria-label={t('palette.title')}
            placeholder={t('palette.placeholder')}
            leftSection={<SearchIcon size={18} />}
            rightSection={isBusy ? <Loader size={16} aria-label={t('common.loading')} /> : null}
            maxLength={60}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.finds} aria-label={t('palette.found')}>
          {groups.map((group) => (
            <Group key={group.label} group={group} />
          ))}
        </Combobox.Options>
      </Combobox>
      <p className={classes.note} role="status">
        {groups.length === 0 && !isBusy && t('palette.none')}
        {isMissing && t('palette.missing')}
      </p>
    </Dialog>
  )
}
