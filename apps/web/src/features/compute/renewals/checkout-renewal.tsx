import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPrice, YuanInput } from '../../../lib/shown/yuan-input.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'

/** Whether the renewal is to be prepared. Until another limit is written it is what the lease costs. */
export function useRenewalForOrder() {
  const [isOn, setOn] = useState(false)
  const [written, setWritten] = useState<string>()
  return {
    isOn,
    setOn,
    write: setWritten,
    limit: (price: string) => written ?? price,
    /** For the order; undefined while it is off. */
    chosen: (price: string) => (isOn ? (written ?? price) : undefined),
    /** On, with a limit that is none. */
    isMissing: (price: string) => isOn && !isPrice(written ?? price),
  }
}
export type RenewalForOrder = ReturnType<typeof useRenewalForOrder>

/** Lets the renewal be prepared from the beginning; nothing is charged by itself. */
export function CheckoutRenewal({ model, price }: { model: RenewalForOrder; price: string }) {
  const { t } = useTranslation()
  const { isOn, setOn, limit, write } = model
  return (
    <Panel title={t('autoRenewal.title')}>
      <Switch
        label={t('autoRenewal.atCheckout')}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <Quiet>{t('autoRenewal.text')}</Quiet>
      {isOn && (
        <YuanInput
          label={t('autoRenewal.most')}
          value={limit(price)}
          onChange={write}
          description={t('autoRenewal.mostHelp')}
        />
      )}
    </Panel>
  )
}
