import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { Panel } from '../../../market/detail/panel.tsx'
import { Contact } from './contact-button.tsx'

/** "Contact consultant" as a page: where a phone goes, and where the QR code leads. */
export default function ContactConsultant() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const productId = useSearchParams()[0].get('productId') ?? undefined
  // A phone that read the QR code has nothing to go back to.
  const back = paths.talent(productId ? { productId } : { tab: 'experts' })
  return (
    <>
      <PageHeader
        title={t('talent.consultant.title')}
        back={{ label: t('common.back'), onClick: () => void navigate(back) }}
      />
      <Panel>
        <Contact productId={productId} hasQr={false} />
      </Panel>
    </>
  )
}
