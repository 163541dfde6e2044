import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addComment, COMMENT_MAX } from '@trove/contract/code/comments'
import { ActionButton } from '@trove/ui/actions/action-button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { StarsInput } from '../../../market/reviews/stars.tsx'
import classes from './evaluations.module.css'

type Said = { words: string; stars?: number; replyTo?: string }

/** Writes an evaluation or a reply; afterwards the page shows how the work stands. */
export function useSay(productId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (said: Said) => api(addComment, { body: { productId, ...said } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['code'] }),
  })
}

/** Stars and words of who has a work; what could not be sent stays. */
export function WriteEvaluation({ id }: { id: string }) {
  const { t } = useTranslation()
  const [stars, setStars] = useState(0)
  const [words, setWords] = useState('')
  const [isTried, setTried] = useState(false)
  const say = useSay(id)
  const isEmpty = words.trim() === ''
  const done = () => {
    notify('success', t('code.evaluations.sent'))
    setStars(0)
    setWords('')
    setTried(false)
  }
  const send = () => {
    setTried(true)
    if (!isEmpty && stars > 0) say.mutate({ words: words.trim(), stars }, { onSuccess: done })
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!say.isPending) send()
      }}
    >
      <StarsInput
        label={t('reviews.write.stars')}
        value={stars}
        error={isTried && stars === 0 ? t('reviews.write.starsFirst') : undefined}
        onChange={setStars}
      />
      <Textarea
        label={t('code.evaluations.words')}
        description={t('code.evaluations.help')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        error={isTried && isEmpty && t('code.evaluations.empty')}
        maxLength={COMMENT_MAX}
        rows={3}
      />
      <div>
        <ActionButton action={{ label: t('code.evaluations.send'), onClick: send, isBusy: say.isPending }} />
      </div>
    </form>
  )
}
