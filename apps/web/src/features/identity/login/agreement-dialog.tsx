import { AGREEMENT_VERSION } from '@trove/contract/identity/routes'
import { LazyDialog } from '@trove/ui/dialogs/lazy-dialog'
import { useTranslation } from 'react-i18next'

/** The agreement notice in plain words. */
export function AgreementDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <LazyDialog isOpen={isOpen} onClose={onClose} title={t('agreement.title')} closeLabel={t('common.close')}>
      <p>{t('agreement.use')}</p>
      <p>{t('agreement.money')}</p>
      <p>{t('agreement.data')}</p>
      <p>{t('agreement.rights')}</p>
      <p>{t('agreement.version', { version: AGREEMENT_VERSION })}</p>
    </LazyDialog>
  )
}
