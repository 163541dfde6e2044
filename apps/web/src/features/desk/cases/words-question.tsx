import { Textarea } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useWantedWords } from '../../../lib/shown/use-wanted-words.ts'
import { CaseQuestion, type CaseQuestionProps } from './case-question.tsx'

type WordsQuestionProps = Omit<CaseQuestionProps, 'onConfirm' | 'children'> & {
  label: string
  emptyText: string
  maxLength: number
  onSend: (words: string) => void
  /** Chosen before the words are written. */
  above?: ReactNode
}

/** Asks for words before a decision about a case; they must not be empty, and stay until it is known that they came. */
export function WordsQuestion({ label, emptyText, maxLength, onSend, above, ...question }: WordsQuestionProps) {
  const { typed, isEmpty, send } = useWantedWords(onSend)
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <CaseQuestion {...question} onConfirm={() => send() || field.current?.focus()}>
      {above}
      <Textarea
        ref={field}
        label={label}
        {...typed}
        error={isEmpty && emptyText}
        maxLength={maxLength}
        rows={3}
        withAsterisk
      />
    </CaseQuestion>
  )
}
