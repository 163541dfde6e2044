import { Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { CaseQuestion, type CaseQuestionProps } from './case-question.tsx'

type WordsQuestionProps = Omit<CaseQuestionProps, 'onConfirm' | 'children'> & {
  label: string
  emptyText: string
  maxLength: number
  onSend: (words: string) => void
}

/** Asks for words before a decision about a case; they must not be empty, and stay until it is known that they came. */
export function WordsQuestion({ label, emptyText, maxLength, onSend, ...question }: WordsQuestionProps) {
  const [words, setWords] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const send = () => {
    if (words.trim() !== '') return onSend(words.trim())
    setEmpty(true)
    field.current?.focus()
  }
  return (
    <CaseQuestion {...question} onConfirm={send}>
      <Textarea
        ref={field}
        label={label}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          setEmpty(false)
        }}
        error={isEmpty && emptyText}
        maxLength={maxLength}
        rows={3}
        withAsterisk
      />
    </CaseQuestion>
  )
}
