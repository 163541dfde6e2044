import { Button, Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setRenewal } from '@trove/contract/compute/leases'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { parseYuan } from '@trove/units/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { Quiet } from '../../market/detail/panel.tsx'
import classes from './my-compute.module.css'
import type { Share } from './my-queries.ts'

/** Whether whoever rents a machine may renew, and at which price; also while it is rented. */
export function RenewalDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isOffered, setOffered] = useState(share.isRenewable)
  const [price, setPrice] = useState(share.renewalPrice)
  const isPrice = (parseYuan(price) ?? 0n) > 0n
  const save = useMutation({
    mutationFn: () => {
      // Where it is the price of the offer it follows that one.
      const asked = price === share.price ? undefined : price
      return api(setRenewal, { params: { id: share.id }, body: { isOffered, price: asked } })
    },
    onSuccess: () => {
      notify('success', t('machines.renewal.saved'))
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['compute'] }),
  })
  const footer = (
    <Button onClick={() => save.mutate()} loading={save.isPending} disabled={isOffered && !isPrice}>
      {t('common.save')}
    </Button>
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
        {isOffered && (
          <UnitInput
            label={t('machines.renewal.price')}
            prefix={t('units.yuanSign')}
            unit={t('units.yuan')}
            decimals={2}
            maxDigits={9}
            value={price}
            onChange={setPrice}
            description={t('machines.renewal.priceHelp')}
          />
        )}
      </div>
    </Dialog>
  )
}
