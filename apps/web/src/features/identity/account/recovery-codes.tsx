import { Button } from '@mantine/core'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useTranslation } from 'react-i18next'
import classes from './identity.module.css'

/** Recovery codes, shown this once. */
export default function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  return (
    <Dialog
      isOpen
      isBlocking
      isBackHeld
      onClose={onClose}
      title={t('factors.codesTitle')}
      closeLabel={t('common.close')}
      footer={<Button onClick={onClose}>{t('factors.codesSaved')}</Button>}
      size="sm"
    >
      <p>{t('factors.codesText')}</p>
      <pre className={classes.codes}>{text}</pre>
      <CopyButton value={text} label={t('common.copy')} copiedLabel={t('common.copied')} isWide />
    </Dialog>
  )
}
