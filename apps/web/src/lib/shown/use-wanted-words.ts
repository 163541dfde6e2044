import { useState } from 'react'

/** Words that must not be empty, for a field and the button that sends them, trimmed. */
export function useWantedWords(onSend: (words: string) => void) {
  const [words, setWords] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  return {
    /** For the field. */
    typed: {
      value: words,
      onChange: (event: { currentTarget: { value: string } }) => {
        setWords(event.currentTarget.value)
        setEmpty(false)
      },
    },
    /** Sent while empty, and not changed since. */
    isEmpty,
    /** Answers whether there was something to send. */
    send: () => {
      const trimmed = words.trim()
      if (trimmed === '') setEmpty(true)
      else onSend(trimmed)
      return trimmed !== ''
    },
  }
}
