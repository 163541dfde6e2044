import { Anchor, Button } from '@mantine/core'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { ForwardIcon } from '@trove/ui/icons/actions'
import { FileIcon } from '@trove/ui/icons/facts'
import { WalletIcon } from '@trove/ui/icons/places'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSiteInfo } from '../../../lib/calls/site-info.ts'
import { shortAddress } from '../../../signing/short-address.ts'
import { Told } from '../../../signing/told.tsx'
import classes from './chain.module.css'
import { ImportKeystore } from './import-keystore.tsx'
import { type ChainAccount, type ExtensionStep, useConnectExtension } from './use-connect-extension.ts'
import { useImportKeystore } from './use-import-keystore.ts'

type WayProps = { icon: ReactNode; title: string; text: string; onClick: () => void }

function Way({ icon, title, text, onClick }: WayProps) {
  return (
    <button type="button" className={classes.way} onClick={onClick}>
      <span className={classes.wayIcon}>{icon}</span>
      <span className={classes.words}>
        <strong>{title}</strong>
        <span className={classes.quiet}>{text}</span>
      </span>
      <ForwardIcon size={18} />
    </button>
  )
}

/** How a new person gets a wallet: the address is the site's own setting. */
function NoWallet() {
  const { t } = useTranslation()
  const site = useSiteInfo()
  return (
    <p className={classes.quiet}>
      <strong>{t('chainWallet.choose.none')}</strong> {t('chainWallet.choose.noneText')}{' '}
      {site && (
        <Anchor href={site.walletExtensionUrl} target="_blank" rel="noopener noreferrer" inherit underline="always">
          {t('chainWallet.noExtension.download')}
        </Anchor>
      )}
    </p>
  )
}

function Ways({ onExtension, onKeystore }: { onExtension: () => void; onKeystore: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.ways}>
      <p className={classes.lead}>{t('chainWallet.choose.what')}</p>
      <Way
        icon={<WalletIcon />}
        title={t('chainWallet.choose.extension')}
        text={t('chainWallet.choose.extensionText')}
        onClick={onExtension}
      />
      <Way
        icon={<FileIcon />}
        title={t('chainWallet.choose.keystore')}
        text={t('chainWallet.choose.keystoreText')}
        onClick={onKeystore}
      />
      <NoWallet />
    </div>
  )
}

function Accounts({ accounts, onChoose }: { accounts: ChainAccount[]; onChoose: (account: ChainAccount) => void }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.accounts} aria-label={t('chainWallet.choose.accounts')}>
      {accounts.map((account) => (
        <li key={account.address}>
          <button type="button" className={classes.way} onClick={() => onChoose(account)}>
            <span className={classes.words}>
              <strong>{account.name ?? t('chainWallet.choose.unnamed')}</strong>
              <code className={classes.short} title={account.address}>
                {shortAddress(account.address)}
              </code>
            </span>
            <ForwardIcon size={18} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function ExtensionBody({ step, onChoose }: { step: ExtensionStep; onChoose: (account: ChainAccount) => void }) {
  const { t } = useTranslation()
  if (step.name === 'accounts') return <Accounts accounts={step.accounts} onChoose={onChoose} />
  if (step.name === 'refused') return <Told text={t('chainWallet.choose.refused')} />
  if (step.name === 'no-accounts') return <Told text={t('chainWallet.choose.noAccounts')} />
  if (step.name === 'missing') return <p className={classes.lead}>{t('chainWallet.noExtension.text')}</p>
  return <WaitingNote text={t('chainWallet.choose.asking')} />
}

type FootProps = { step: ExtensionStep; onClose: () => void; onBack: () => void; onRetry: () => void }

function ExtensionFoot({ step, onClose, onBack, onRetry }: FootProps) {
  const { t } = useTranslation()
  const site = useSiteInfo()
  if (step.name === 'missing') {
    return (
      <>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        {site && (
          <Button
            component="a"
            href={site.walletExtensionUrl}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onClose}
          >
            {t('chainWallet.noExtension.download')}
          </Button>
        )}
      </>
    )
  }
  const canRetry = step.name === 'refused' || step.name === 'no-accounts'
  return (
    <>
      <Button variant="default" onClick={onBack}>
        {t('chainWallet.choose.otherWay')}
      </Button>
      {canRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
    </>
  )
}

/** Connects a wallet: with the browser's extension, or with the keystore file of an account. */
export default function ConnectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const [isImporting, setImporting] = useState(false)
  const extension = useConnectExtension(onClose)
  const keystore = useImportKeystore(onClose)
  const { step } = extension
  const shared = { isOpen: true, onClose, closeLabel: t('common.close') }
  if (isImporting) {
    const footer = (
      <>
        <Button variant="default" onClick={() => setImporting(false)} disabled={keystore.isUnlocking}>
          {t('chainWallet.choose.otherWay')}
        </Button>
        <Button type="submit" form={formId} loading={keystore.isUnlocking}>
          {t('chainWallet.keystore.confirm')}
        </Button>
      </>
    )
    return (
      <Dialog {...shared} title={t('chainWallet.keystore.title')} footer={footer} isBlocking={keystore.isUnlocking}>
        <ImportKeystore formId={formId} model={keystore} />
      </Dialog>
    )
  }
  if (step.name === 'idle') {
    return (
      <Dialog {...shared} title={t('chainWallet.choose.title')}>
        <Ways onExtension={extension.ask} onKeystore={() => setImporting(true)} />
      </Dialog>
    )
  }
  const title = step.name === 'missing' ? t('chainWallet.noExtension.title') : t('chainWallet.choose.accounts')
  const foot = <ExtensionFoot step={step} onClose={onClose} onBack={extension.reset} onRetry={extension.ask} />
  return (
    <Dialog {...shared} title={title} footer={foot}>
      <ExtensionBody step={step} onChoose={extension.choose} />
    </Dialog>
  )
}
