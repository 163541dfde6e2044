import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/calls/clock.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** How long an unpaid order still holds the goods, counted down by business time. */
export function PayCountdown({ expiresAt }: { expiresAt: string }) {
  const { t } = useTranslation()
  const leftSeconds = Math.floor((new Date(expiresAt).getTime() - useNow(1_000).getTime()) / 1000)
  if (leftSeconds <= 0) return <span>{t('orders.payExpired')}</span>
  const time = `${two(Math.floor(leftSeconds / 60))}:${two(leftSeconds % 60)}`
  return <span role="timer">{t('orders.payLeft', { time })}</span>
}
