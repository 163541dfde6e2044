import { NODE_DISK_GB, NODE_TOKENS } from '@trove/contract/storage/node'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { Link } from '@trove/ui/base/link'
import { ForwardIcon } from '@trove/ui/icons/actions'
import { DeviceIcon, TerminalIcon } from '@trove/ui/icons/things'
import { Columns } from '@trove/ui/layout/columns'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { IncomeCalculator } from './income-calculator.tsx'
import { SYSTEMS } from './manual-commands.ts'
import classes from './share.module.css'

function Needs() {
  const { t } = useTranslation()
  return (
    <section className={classes.panel} aria-label={t('storageShare.needs.title')}>
      <h2 className={classes.heading}>{t('storageShare.needs.title')}</h2>
      <ul className={classes.needs}>
        <li>
          {t('storageShare.needs.tokens', { tokens: NODE_TOKENS })}{' '}
          <LoneLink href={paths.faucet()}>{t('chainWallet.toFaucet')}</LoneLink>
        </li>
        <li>{t('storageShare.needs.disk', { gigabytes: NODE_DISK_GB })}</li>
        <li>{t('storageShare.needs.line')}</li>
        <li>{t('storageShare.needs.awake')}</li>
      </ul>
    </section>
  )
}

/** The share page (b-markets 2): what a storage node needs, its manual for two systems, and what it would earn. */
export default function SharePage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('titles.share')} lead={t('storageShare.lead')} />
      <Columns aside={<IncomeCalculator />}>
        <Needs />
        <section className={classes.manuals} aria-label={t('storageShare.manuals')}>
          {SYSTEMS.map((system) => (
            <Link key={system} href={paths.nodeManual({ system })} className={classes.manual}>
              {system === 'windows' ? <DeviceIcon size={28} /> : <TerminalIcon size={28} />}
              <strong>{t(`storageShare.systems.${system}`)}</strong>
              <span>{t('storageShare.manualText')}</span>
              <ForwardIcon size={18} />
            </Link>
          ))}
        </section>
      </Columns>
    </>
  )
}
