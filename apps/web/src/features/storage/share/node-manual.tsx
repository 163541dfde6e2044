import { useQuery } from '@tanstack/react-query'
import { NODE_DISK_GB, NODE_TOKENS } from '@trove/contract/storage/node'
import { listNodePacks } from '@trove/contract/storage/packs'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { Link } from '@trove/ui/base/link'
import { FieldsSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { formatBytes } from '@trove/units/bytes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { useSiteInfo } from '../../../lib/calls/site-info.ts'
import {
  type Addresses,
  installCommands,
  NODE_PAGE,
  packAddress,
  SERVICE_COMMANDS,
  START_COMMANDS,
  SYSTEMS,
  type System,
  serviceFile,
  settingsCommands,
  UNKNOWN_ADDRESSES,
} from './manual-commands.ts'
import classes from './share.module.css'

function Command({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.command}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long command is scrolled with the keys */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton
        value={text}
        label={t('common.copy')}
        copiedLabel={t('common.copied')}
        onCopied={(isCopied) => isCopied && notify('success', t('common.copied'))}
      />
    </div>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </li>
  )
}

/** How it starts with the machine. */
function Lasting({ system, addresses }: { system: System; addresses: Addresses }) {
  const { t } = useTranslation()
  if (system === 'windows') return <p>{t('storageShare.manual.lastingWindows')}</p>
  return (
    <>
      <p>{t('storageShare.manual.lastingLinux')}</p>
      <Command text={serviceFile(addresses)} />
      <Command text={SERVICE_COMMANDS} />
    </>
  )
}

/** The archive for this system, whose commands check its SHA-256 before they unpack it. */
function Download({ system }: { system: System }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ queryKey: ['storage', 'packs'], queryFn: () => api(listNodePacks, {}) })
  const pack = data?.find((one) => one.system === system)
  if (!data && error) return <SmallFailure error={error} refetch={refetch} />
  if (!data) return <FieldsSkeleton label={t('common.loading')} count={2} />
  if (!pack) return <p>{t('storageShare.manual.noPack')}</p>
  const siteUrl = window.location.origin
  return (
    <>
      <p>{t(`storageShare.manual.installText.${system}`)}</p>
      <Command text={installCommands(siteUrl, pack)} />
      <a href={packAddress(siteUrl, pack)} download className={classes.alone}>
        {t('storageShare.manual.download', { file: pack.file, size: formatBytes(BigInt(pack.bytes)) })}
      </a>
      <p className={classes.quiet}>SHA-256: {pack.sha256}</p>
    </>
  )
}

function Steps({ system, addresses }: { system: System; addresses: Addresses }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.steps}>
      <Step title={t('storageShare.manual.install')}>
        <Download system={system} />
      </Step>
      <Step title={t('storageShare.manual.settings')}>
        <p>{t(`storageShare.manual.settingsText.${system}`)}</p>
        <Command text={settingsCommands(system, addresses)} />
        <p className={classes.quiet}>{t('storageShare.manual.space', { gigabytes: NODE_DISK_GB })}</p>
      </Step>
      <Step title={t('storageShare.manual.start')}>
        <p>{t(`storageShare.manual.startText.${system}`)}</p>
        <Command text={START_COMMANDS[system]} />
      </Step>
      <Step title={t('storageShare.manual.fund', { tokens: NODE_TOKENS })}>
        <p>{t('storageShare.manual.fundText', { tokens: NODE_TOKENS, gigabytes: NODE_DISK_GB })}</p>
        <Link href={paths.faucet()} className={classes.alone}>
          {t('chainWallet.toFaucet')}
        </Link>
      </Step>
      <Step title={t('storageShare.manual.watch')}>
        <p>{t('storageShare.manual.watchText', { address: NODE_PAGE })}</p>
      </Step>
      <Step title={t('storageShare.manual.lasting')}>
        <Lasting system={system} addresses={addresses} />
      </Step>
      <Step title={t('storageShare.manual.key')}>
        <p>{t('storageShare.manual.keyText')}</p>
      </Step>
    </ol>
  )
}

/** The manual of a storage node for one system, with the addresses of this site in its commands. */
export default function NodeManual() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const given = useParams().system
  const system = SYSTEMS.find((known) => known === given)
  const site = useSiteInfo()
  if (!system) return <Navigate to={paths.shareStorage()} replace />
  const addresses = {
    chainUrl: site?.chainUrl ?? UNKNOWN_ADDRESSES.chainUrl,
    gatewayUrl: site?.storageUrl ?? UNKNOWN_ADDRESSES.gatewayUrl,
  }
  return (
    <>
      <PageHeader
        title={t(`storageShare.manualTitle.${system}`)}
        lead={t('storageShare.manual.lead')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.shareStorage()) }}
      />
      <Steps system={system} addresses={addresses} />
    </>
  )
}
