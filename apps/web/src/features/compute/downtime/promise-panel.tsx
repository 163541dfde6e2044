import { useTranslation } from 'react-i18next'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { DowntimePromise } from './downtime-panel.tsx'

/** The promise to a buyer, as a panel of an offer's page; it arrives after the page, with its words. */
export default function PromisePanel() {
  const { t } = useTranslation()
  return (
    <Panel title={t('downtime.title')}>
      <Quiet>
        <DowntimePromise reader="buyer" />
      </Quiet>
    </Panel>
  )
}
