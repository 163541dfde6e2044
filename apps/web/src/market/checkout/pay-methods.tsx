import type { PayMethod } from '@trove/contract/payment/routes'
import { PAY_METHODS } from '@trove/contract/payment/routes'
import { CheckIcon } from '@trove/ui/icons/states'
import { PayCardIcon, PayChatIcon } from '@trove/ui/icons/things'
import { useTranslation } from 'react-i18next'
import classes from './pay-methods.module.css'

const icons = { wechat: PayChatIcon, alipay: PayCardIcon } as const

type PayMethodsProps = { value: PayMethod; enabled: readonly PayMethod[]; onChange: (method: PayMethod) => void }

/** WeChat and Alipay side by side, what can pay first; a method that cannot pay yet stays visible and says so when chosen (decision 7). */
export function PayMethods({ value, enabled, onChange }: PayMethodsProps) {
  const { t } = useTranslation()
  const shown = [
    ...PAY_METHODS.filter((method) => enabled.includes(method)),
    ...PAY_METHODS.filter((method) => !enabled.includes(method)),
  ]
  return (
    <div className={classes.methods} role="radiogroup" aria-label={t('market.checkout.method')}>
      {shown.map((method) => {
        const Icon = icons[method]
        const isChosen = method === value
        return (
          <label key={method} className={classes.method} data-chosen={isChosen || undefined}>
            <input
              type="radio"
              name="pay-method"
              value={method}
              checked={isChosen}
              onChange={() => onChange(method)}
              className={classes.radio}
            />
            <Icon size={24} />
            <span className={classes.words}>
              {t(`market.checkout.${method}`)}
              {!enabled.includes(method) && <small>{t('market.checkout.wechatUnsupported')}</small>}
            </span>
            {isChosen && <CheckIcon size={18} />}
          </label>
        )
      })}
    </div>
  )
}
