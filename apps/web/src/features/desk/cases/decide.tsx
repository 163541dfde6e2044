import { Button } from '@mantine/core'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../desk.module.css'

type Decision = 'decline' | 'confirm'
type Step = { mutate: (proposalId: string) => void; isPending: boolean }

type DecideProps = {
  /** What was proposed. */
  proposalId: string
  /** Everybody may but who proposed it. */
  mayConfirm: boolean
  steps: Readonly<Record<Decision, Step>>
  /** The button of each, and what is asked before. */
  words: Readonly<Record<Decision, { label: string; question: string }>>
}

/** Confirming or dropping what was proposed, each after a question; who proposed it reads that another one must confirm. */
export function Decide({ proposalId, mayConfirm, steps, words }: DecideProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Decision>()
  return (
    <div className={classes.actions}>
      {!mayConfirm && (
        <p className={classes.quiet} role="status">
          {t('desk.second')}
        </p>
      )}
      <Button variant="default" onClick={() => setAsked('decline')}>
        {words.decline.label}
      </Button>
      {mayConfirm && <Button onClick={() => setAsked('confirm')}>{words.confirm.label}</Button>}
      {asked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(undefined)}
          cancelLabel={t('common.cancel')}
          closeLabel={t('common.close')}
          onConfirm={() => steps[asked].mutate(proposalId)}
          title={words[asked].label}
          text={words[asked].question}
          confirmLabel={words[asked].label}
          isBusy={steps[asked].isPending}
        />
      )}
    </div>
  )
}
