import { Button, Radio, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CODE_REFUND_REASONS, REFUND_WORDS_MAX, refundCode } from '@trove/contract/code/orders'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { useRefresh } from '../../../market/orders/use-order-actions.ts'

type Reason = (typeof CODE_REFUND_REASONS)[number]

function ReasonField({ reason, onChange }: { reason: Reason; onChange: (reason: Reason) => void }) {
  const { t } = useTranslation()
  return (
    <Radio.Group label={t('codeOrders.goods.reason')} value={reason} onChange={(value) => onChange(value as Reason)}>
      <Stack gap="xs" mt="xs">
        {CODE_REFUND_REASONS.map((value) => (
          <Radio key={value} value={value} label={t(`codeOrders.goods.reasons.${value}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

type ButtonsProps = { isBusy: boolean; onClose: () => void; onConfirm: () => void }

function Buttons({ isBusy, onClose, onConfirm }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="default" onClick={onClose} disabled={isBusy}>
        {t('common.cancel')}
      </Button>
      <Button color="coral" onClick={onConfirm} loading={isBusy}>
        {t('codeOrders.goods.giveBack')}
      </Button>
    </>
  )
}

/** Asks why a work is given back, and gives it back. */
export function GiveBack({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const refresh = useRefresh('code')
  const [reason, setReason] = useState<Reason>('not-fetched')
  const [words, setWords] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const needsWords = reason !== 'not-fetched'
  const give = useMutation({
    mutationFn: () =>
      api(refundCode, { params: { id: orderId }, body: { reason, words: needsWords ? words.trim() : '' } }),
    onSuccess: () => {
      notify('success', t('codeOrders.goods.givenBack'))
      onClose()
    },
    onSettled: () => refresh(),
  })
  const confirm = () => {
    if (needsWords && words.trim() === '') setEmpty(true)
    else give.mutate()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('codeOrders.goods.giveBack')}
      closeLabel={t('common.close')}
      footer={<Buttons isBusy={give.isPending} onClose={onClose} onConfirm={confirm} />}
      size="sm"
    >
      <p>{t('codeOrders.goods.giveBackText')}</p>
      <ReasonField reason={reason} onChange={setReason} />
      {needsWords && (
        <Textarea
          label={t('codeOrders.goods.words')}
          description={t('codeOrders.goods.wordsHelp')}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            setEmpty(false)
          }}
          error={isEmpty && t('codeOrders.goods.wordsEmpty')}
          maxLength={REFUND_WORDS_MAX}
          rows={3}
          withAsterisk
        />
      )}
    </Dialog>
  )
}
