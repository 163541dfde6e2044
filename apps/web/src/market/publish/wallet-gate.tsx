import { Button } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { useWayBack } from '../../lib/addresses/use-way-back.ts'
import classes from './publish.module.css'

/** Publishing needs a bound receiving account: bind WeChat (not yet), bind Alipay, or give up and go back one page. */
export function WalletGate() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const goBack = useWayBack(paths.personalCenter())
  const [isOpen, setOpen] = useState(true)
  const leave = (go: () => void) => {
    setOpen(false)
    go()
  }
  return (
    <Dialog
      isOpen={isOpen}
      isBlocking
      onClose={() => undefined}
      title={t('wallet.gate.title')}
      closeLabel={t('common.close')}
      size="sm"
    >
      <p className={classes.walletText}>{t('wallet.gate.text')}</p>
      <div className={classes.walletButtons}>
        <Button onClick={() => leave(() => navigate(paths.bindAlipay({ next: pathname + search })))} data-autofocus>
          {t('wallet.gate.alipay')}
        </Button>
        <Button variant="default" disabled>
          {t('wallet.gate.wechat')} · {t('wallet.gate.wechatSoon')}
        </Button>
        <Button variant="subtle" onClick={() => leave(goBack)}>
          {t('wallet.gate.giveUp')}
        </Button>
      </div>
    </Dialog>
  )
}
