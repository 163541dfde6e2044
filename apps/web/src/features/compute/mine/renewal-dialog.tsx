import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setRenewal } from '@trove/contract/compute/leases'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { isPrice, YuanInput } from '../../../lib/shown/yuan-input.tsx'
import { Quiet } from '../../../market/detail/panel.tsx'
import classes from './my-compute.module.css'
import type { Share } from './my-queries.ts'

function useSave(share: Share, onSaved: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ isOffered, price }: { isOffered: boolean; price: string }) => {
      // Where it is the price of the offer it follows that one.
      const asked = price === share.price ? undefined : price
      return api(setRenewal, { params: { id: share.id }, body: { isOffered, price: asked } })
    },
    onSuccess: () => {
      notify('success', t('machines.renewal.saved'))
      onSaved()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['compute'] }),
  })
}

function PriceField(props: { value: string; onChange: (price: string) => void }) {
  const { t } = useTranslation()
  return <YuanInput label={t('machines.renewal.price')} description={t('machines.renewal.priceHelp')} {...props} />
}

/** Whether whoever rents a machine may renew, and at which price; also while it is rented. */
export function RenewalDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const { t } = useTranslation()
  const [isOffered, setOffered] = useState(share.isRenewable)
  const [price, setPrice] = useState(share.renewalPrice)
  const save = useSave(share, onClose)
  const footer = (
    <ReasonButton
      onClick={() => save.mutate({ isOffered, price })}
      loading={save.isPending}
      reason={isOffered && !isPrice(price) ? t('reasons.price') : undefined}
    >
      {t('common.save')}
    </ReasonButton>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('machines.renewal.title')}
      closeLabel={t('common.close')}
      footer={footer}
      size="sm"
    >
      <div className={classes.form}>
        <Quiet>{t('machines.renewal.text')}</Quiet>
        <Switch
          label={t('machines.renewal.offered')}
          checked={isOffered}
          onChange={(event) => setOffered(event.currentTarget.checked)}
        />
        {isOffered && <PriceField value={price} onChange={setPrice} />}
      </div>
    </Dialog>
  )
}
