import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import classes from '../desk.module.css'
import { CaseQuestion } from './case-question.tsx'

type Decision = 'decline' | 'confirm'
type Step = { mutate: (proposalId: string, on: { onError: (error: unknown) => void }) => void; isPending: boolean }
type Steps = Readonly<Record<Decision, Step>>

type Proposal = {
  id: string
  /** Everybody may but who proposed it. */
  mayConfirm: boolean
  /** The button of each, and what is asked before. */
  words: Readonly<Record<Decision, { label: string; question: string }>>
}

/** Why the caller decides nothing about a case that is open: another person has to, or it is the caller's own. */
export function NotYours({ proposal, ownText }: { proposal: { mayConfirm: boolean } | undefined; ownText: string }) {
  const { t } = useTranslation()
  if (proposal?.mayConfirm) return null
  return (
    <p className={classes.quiet} role={proposal && 'status'}>
      {proposal ? t('desk.second') : ownText}
    </p>
  )
}

/** Confirming or dropping what was proposed, at the foot of its case, each after a question. */
export function useDecide(proposal: Proposal | undefined, { decline, confirm }: Steps) {
  const [asked, setAsked] = useState<Decision>()
  const onTakeBack = () => setAsked(undefined)
  if (!proposal) return {}
  const { id, mayConfirm, words } = proposal
  const step = asked === 'confirm' ? confirm : decline
  const footer = (
    <>
      <Button variant="default" onClick={() => setAsked('decline')}>
        {words.decline.label}
      </Button>
      {mayConfirm && <Button onClick={() => setAsked('confirm')}>{words.confirm.label}</Button>}
    </>
  )
  const question = asked && (
    <CaseQuestion
      key={asked}
      title={words[asked].label}
      text={words[asked].question}
      confirmLabel={words[asked].label}
      isBusy={step.isPending}
      onTakeBack={onTakeBack}
      // Somebody else decided meanwhile: the case says how, and there is nothing left to ask.
      onConfirm={() => step.mutate(id, { onError: onRefusal(onTakeBack) })}
    />
  )
  return { footer, question, onTakeBack }
}
