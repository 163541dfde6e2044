import { Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Downtime, isPaidBack } from '@trove/contract/compute/downtime'
import { contestSilence, FAULT_WORDS_MAX } from '@trove/contract/compute/faults'
import { ActionButton } from '@trove/ui/actions/action-button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'

type Silence = z.output<typeof Downtime>['silences'][number]

/** Long enough to be paid back, and neither paid back nor contested yet. */
const isContestable = ({ state, minutes }: Silence) =>
  isPaidBack(minutes) && (state === 'silent' || state === 'returning')

/** Why a silence is not to be paid back. */
function ContestDialog({ orderId, from, onClose }: { orderId: string; from: string; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: (words: string) => api(contestSilence, { body: { orderId, from, words } }),
    onSuccess: () => {
      notify('success', t('faults.sent'))
      onClose()
    },
    onError: onRefusal(onClose),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['orders'] })
      void client.invalidateQueries({ queryKey: ['lease-downtime', orderId] })
    },
  })
  return (
    <WordsDialog
      title={t('downtime.contest.title')}
      label={t('faults.words')}
      help={t('downtime.contest.help')}
      emptyText={t('faults.wordsEmpty')}
      maxLength={FAULT_WORDS_MAX}
      sendLabel={t('faults.send')}
      isBusy={send.isPending}
      onClose={onClose}
      onSend={(words) => send.mutate(words)}
    />
  )
}

/** What the seller can do about silences that were not paid back yet. */
export function ContestSteps({ orderId, silences }: { orderId: string; silences: readonly Silence[] }) {
  const { t } = useTranslation()
  const [from, setFrom] = useState<string>()
  const open = silences.filter(isContestable)
  if (open.length === 0 && from === undefined) return null
  return (
    <Group gap={8}>
      {open.map((one) => (
        <ActionButton
          key={one.from}
          kind="plain"
          action={{
            label: t('downtime.contest.open', { when: formatMoment(one.from) }),
            onClick: () => setFrom(one.from),
          }}
        />
      ))}
      {from !== undefined && <ContestDialog orderId={orderId} from={from} onClose={() => setFrom(undefined)} />}
    </Group>
  )
}
