import { Button } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../../lib/calls/notify.ts'
import classes from '../../desk.module.css'
import { useAdjusting } from '../../queries.ts'
import { useProposal } from './adjust-fields.tsx'

/** Proposes an adjustment of no difference in particular, beside those there are. */
export function ProposePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { propose } = useAdjusting(() => {
    notify('success', t('desk.adjust.done.proposed'))
    onClose()
  })
  const { fields, confirm } = useProposal(undefined, propose.mutate)
  const footer = (
    <>
      <Button variant="default" onClick={onClose} disabled={propose.isPending}>
        {t('common.cancel')}
      </Button>
      <Button color="jade" onClick={confirm} loading={propose.isPending}>
        {t('desk.adjust.propose')}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={propose.isPending}
      title={t('desk.adjust.proposeTitle')}
      closeLabel={t('common.close')}
      footer={footer}
      isSide
    >
      <div className={classes.fields}>
        <p className={classes.quiet}>{t('desk.adjust.text')}</p>
        {fields}
      </div>
    </Dialog>
  )
}
