import { ActionButton } from '@trove/ui/actions/action-button'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { TerminalIcon } from '@trove/ui/icons/things'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/calls/notify.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { computePaths } from '../addresses.ts'
import { AccessDialog } from '../mine/access-dialog.tsx'
import { codeCommand, configBlock, copyCommands, sshCommand, sshLink } from '../mine/connection-lines.ts'
import type { AccessFacts } from '../mine/my-queries.ts'
import { useAccess } from '../mine/use-access.ts'
import classes from './cockpit.module.css'

function Line({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.command}>
      <span className={classes.quiet}>{label}</span>
      <pre>{text}</pre>
      <CopyButton value={text} label={`${t('common.copy')} ${label}`} copiedLabel={t('common.copied')} />
    </div>
  )
}

function Lines({ access, resourceId }: { access: AccessFacts; resourceId: string }) {
  const { t } = useTranslation()
  const copies = copyCommands(access)
  return (
    <>
      <Line label={t('machines.access.command')} text={sshCommand(access)} />
      <Line label={t('cockpit.config')} text={configBlock(access, resourceId)} />
      <Line label="VS Code" text={codeCommand(resourceId)} />
      <Line label={t('cockpit.copyUp')} text={copies.up} />
      <Line label={t('cockpit.copyDown')} text={copies.down} />
      <a className={classes.link} href={sshLink(access)}>
        {t('cockpit.openSsh')}
      </a>
    </>
  )
}

/** Ways in: the terminal here, and lines for one's own programs. They are read when asked for, as each reading is told. */
export function ConnectPanel({ productId, resourceId }: { productId: string; resourceId: string }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const [isShown, setShown] = useState(false)
  const { data, error, refetch, isFetching } = useAccess(productId, { isEnabled: isAsked })
  return (
    <Panel title={t('cockpit.connect')}>
      <div className={classes.actions}>
        <ActionButton
          action={{
            label: t('machines.openTerminal'),
            icon: <TerminalIcon size={18} />,
            href: computePaths.terminal({ productId }),
          }}
        />
        <ActionButton kind="plain" action={{ label: t('machines.check'), onClick: () => setShown(true) }} />
        {!data && (
          <ActionButton
            kind="plain"
            action={{
              label: t('cockpit.showLines'),
              onClick: () => (isAsked ? void refetch() : setAsked(true)),
              isBusy: isFetching,
            }}
          />
        )}
      </div>
      {error && <p role="alert">{errorText(error)}</p>}
      {data ? <Lines access={data} resourceId={resourceId} /> : <Quiet>{t('machines.access.notice')}</Quiet>}
      {isShown && <AccessDialog productId={productId} onClose={() => setShown(false)} />}
    </Panel>
  )
}
