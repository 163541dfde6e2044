import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { Panel } from '../../market/detail/panel.tsx'
import { Contact } from './contact-button.tsx'

/** "Contact consultant" as a page: where a phone goes, and where the QR code leads. */
export default function ContactConsultant() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const productId = useSearchParams()[0].get('productId') ?? undefined
  return (
    <>
      <PageHeader
        title={t('talent.consultant.title')}
        back={{ label: t('common.back'), onClick: () => void navigate(-1) }}
      />
      <Panel>
        <Contact productId={productId} hasQr={false} />
      </Panel>
    </>
  )
}
