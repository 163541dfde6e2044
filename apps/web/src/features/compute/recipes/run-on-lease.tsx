import { Radio } from '@mantine/core'
import { ActionButton } from '@trove/ui/actions/action-button'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { type RunningLease, useRunningLeases } from '../facts/running-leases.ts'
import { useRunRecipe } from './queries.ts'
import classes from './recipes.module.css'

type ChoiceProps = { leases: RunningLease[]; chosen: string; onChoose: (orderId: string) => void }

/** Which of one's machines: by resource id, and until when it is one's own. */
function LeaseChoice({ leases, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <Radio.Group value={chosen} onChange={onChoose} label={t('recipes.runOn.which')}>
      <div className={classes.leases}>
        {leases.map(({ orderId, authId, serveEndTime }) => (
          <Radio
            key={orderId}
            value={orderId}
            label={`${authId} · ${t('machines.until', { when: formatMoment(serveEndTime) })}`}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

/** Runs a script on a machine one has on lease, after a question; nothing where none runs. */
export function RunOnLease({ recipe, name }: { recipe: string; name: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: leases } = useRunningLeases()
  const [isAsking, setAsking] = useState(false)
  const [picked, setPicked] = useState<string>()
  const orderId = picked ?? leases?.[0]?.orderId
  const run = useRunRecipe()
  if (!leases || orderId === undefined) return null
  return (
    <>
      <ActionButton kind="plain" action={{ label: t('recipes.runOn.open'), onClick: () => setAsking(true) }} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          run.mutate(
            { orderId, recipe },
            { onSuccess: () => navigate(paths.cockpit({ orderId })), onError: () => setAsking(false) },
          )
        }
        title={t('recipes.runOn.title', { name })}
        text={
          <>
            <p className={classes.question}>{t('recipes.runOn.text')}</p>
            <LeaseChoice leases={leases} chosen={orderId} onChoose={setPicked} />
          </>
        }
        confirmLabel={t('recipes.run')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isBusy={run.isPending}
      />
    </>
  )
}
