import { Button, Textarea, TextInput } from '@mantine/core'
import { OWN_RECIPE_LENGTH_MAX } from '@trove/contract/compute/recipes/recipes'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddOwnRecipe } from './queries.ts'
import classes from './recipes.module.css'

const EMPTY = { name: '', script: '' }
type Form = typeof EMPTY
type FieldsProps = { form: Form; missing: Partial<Record<keyof Form, boolean>>; onChange: (form: Form) => void }

function Fields({ form, missing, onChange }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.form}>
      <TextInput
        label={t('recipes.dialog.name')}
        placeholder={t('recipes.dialog.namePlaceholder')}
        value={form.name}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
        error={missing.name && t('recipes.dialog.nameMissing')}
        maxLength={40}
        autoComplete="off"
      />
      <Textarea
        label={t('recipes.dialog.script')}
        description={t('recipes.dialog.scriptHelp')}
        value={form.script}
        onChange={(event) => onChange({ ...form, script: event.currentTarget.value })}
        error={missing.script && t('recipes.dialog.scriptMissing')}
        rows={10}
        maxLength={OWN_RECIPE_LENGTH_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mono)' } }}
      />
    </div>
  )
}

type OwnRecipeDialogProps = {
  onSaved: (id: string) => void
  onClose: () => void
  /** What the button says where nothing is chosen by saving. */
  saveLabel?: string
}

/** Writes a script of one's own; it is chosen as soon as it is saved. */
export function OwnRecipeDialog({ onSaved, onClose, saveLabel }: OwnRecipeDialogProps) {
  const { t } = useTranslation()
  const [form, setForm] = useState(EMPTY)
  const [isTried, setTried] = useState(false)
  const add = useAddOwnRecipe(({ id }) => onSaved(id))
  const missing = { name: form.name.trim() === '', script: form.script.trim() === '' }
  const save = () => {
    setTried(true)
    if (!missing.name && !missing.script) add.mutate({ name: form.name.trim(), script: form.script })
  }
  const footer = (
    <Button onClick={save} loading={add.isPending}>
      {saveLabel ?? t('recipes.dialog.save')}
    </Button>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('recipes.dialog.title')}
      closeLabel={t('common.close')}
      footer={footer}
      size="lg"
    >
      <Fields form={form} missing={isTried ? missing : {}} onChange={setForm} />
    </Dialog>
  )
}
