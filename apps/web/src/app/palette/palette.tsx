import { Combobox, type ComboboxStore, Loader, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { SearchIcon } from '@trove/ui/icons/actions'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import classes from './palette.module.css'
import { type FindGroup, useFinds } from './use-finds.ts'

function Group({ group: { label, finds, isOld } }: { group: FindGroup }) {
  return (
    <Combobox.Group label={label}>
      {finds.map((find) => (
        <Combobox.Option key={find.path} value={find.path} disabled={isOld} className={classes.find}>
          <span className={classes.label}>{find.label}</span>
          {find.hint && <span className={classes.hint}>{find.hint}</span>}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}

/**
 * The library's list, with the id of the option that is chosen: of the first one, chosen without a key, the library tells nobody.
 * What a person chose with a key stays so while more is found for the same words. Until then the first of what is found by now
 * is the one, and what was found for former words never is: Enter goes nowhere that nobody asked for.
 */
function useAnnouncedCombobox(typed: string, groups: readonly FindGroup[]) {
  const paths = groups.flatMap(({ finds }) => finds.map(({ path }) => path))
  const isAnyNew = groups.some(({ isOld }) => !isOld)
  const combobox = useCombobox({ opened: true })
  const [chosen, setChosen] = useState<string | null>(null)
  const kept = useRef<{ typed: string; path: string }>(undefined)
  const noting = (choose: () => string | null) => () => {
    const id = choose()
    setChosen(id)
    kept.current = { typed, path: paths[combobox.getSelectedOptionIndex()] ?? '' }
    return id
  }
  const store: ComboboxStore = {
    ...combobox,
    selectNextOption: noting(combobox.selectNextOption),
    selectPreviousOption: noting(combobox.selectPreviousOption),
  }
  const found = groups.map(({ finds, isOld }) => finds.map(({ path }) => `${path} ${isOld}`).join(' ')).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: again whenever others are found, or other words are typed.
  useEffect(() => {
    if (kept.current?.typed !== typed) kept.current = undefined
    const before = kept.current ? paths.indexOf(kept.current.path) : -1
    if (before < 0) {
      combobox.resetSelectedOption()
      return setChosen(isAnyNew ? combobox.selectFirstOption() : null)
    }
    // By way of the one above it: only these calls of the library answer with an id.
    combobox.updateSelectedOptionIndex(before - 1)
    store.selectNextOption()
  }, [found, typed])
  return { store, chosen }
}

/** Its name of the chosen option stands before the one the library would give. */
function Field({ chosen, ...props }: TextInputProps & { chosen: string | null }) {
  return <TextInput {...props} aria-activedescendant={chosen ?? undefined} />
}

/** Pages, goods and orders by a few words: arrows choose, Enter goes there. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { groups, isBusy, isMissing } = useFinds(typed)
  const { store, chosen } = useAnnouncedCombobox(typed, groups)
  const go = (path: string) => {
    onClose()
    navigate(path)
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('palette.title')} closeLabel={t('common.close')} size="lg">
      <div className={classes.palette}>
        <Combobox store={store} onOptionSubmit={go}>
          <Combobox.EventsTarget withExpandedAttribute>
            <Field
              chosen={chosen}
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
        <p className={classes.note} role="status" data-alone={groups.length === 0 || undefined}>
          {groups.length === 0 && !isBusy && t('palette.none')}
          {isMissing && t('palette.missing')}
        </p>
      </div>
    </Dialog>
  )
}
