import { Loader } from '@mantine/core'
import { isLeaseEnding } from '@trove/contract/compute/order-states'
import { Link } from '@trove/ui/base/link'
import { BackIcon } from '@trove/ui/icons/actions'
import { FailedIcon, ServingIcon } from '@trove/ui/icons/states'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { formatLeft } from '../../../lib/shown/format.ts'
import { usePageTitle } from '../../../lib/shown/page-title.ts'
import { type RunningLease, useLeasedMachine } from '../facts/running-leases.ts'
import { TabStrip, tabElementId, useTabName } from './tab-strip.tsx'
import classes from './terminal.module.css'
import { type Standing, TerminalPane } from './terminal-pane.tsx'
import { useTabs } from './use-tabs.ts'
import type { TerminalState } from './use-terminal.ts'

function Status({ state }: { state: TerminalState }) {
  const { t } = useTranslation()
  if (state.kind === 'connecting')
    return (
      <span className={classes.status}>
        <Loader size={14} aria-hidden /> {t('machines.terminal.connecting')}
      </span>
    )
  if (state.kind === 'closed')
    return (
      <span className={classes.status} data-tone="coral">
        <FailedIcon size={16} /> {t('machines.terminal.disconnected')}
      </span>
    )
  return (
    <>
      <span className={classes.status} data-tone="jade">
        <ServingIcon size={16} /> {t('machines.terminal.connected')}
      </span>
      <span className={classes.idle}>
        {t('machines.terminal.idle', { minutes: Math.round(state.idleSeconds / 60) })}
      </span>
    </>
  )
}

/** Which machine it is and how long the lease still lasts; amber when the end is near. */
function Machine({ purchase }: { purchase: RunningLease | undefined }) {
  const { t } = useTranslation()
  const now = useNow(30_000)
  if (!purchase?.serveEndTime) return null
  const end = new Date(purchase.serveEndTime)
  const isEnding = isLeaseEnding(new Date(purchase.serveStartTime ?? purchase.serveEndTime), end, now)
  return (
    <span className={classes.machine}>
      <code>{purchase.authId}</code>
      <span className={classes.left} data-ending={isEnding || undefined}>
        {t('machines.terminal.timeLeft', { time: formatLeft(end, now) })}
      </span>
    </span>
  )
}

function BackLink() {
  const { t } = useTranslation()
  const label = t('machines.terminal.back')
  return (
    <Link href={paths.myCompute()} className={classes.back} aria-label={label} title={label}>
      <BackIcon />
    </Link>
  )
}

/** Shells on a rented machine in the browser, each in a tab of its own. */
export default function TerminalScreen() {
  const { t } = useTranslation()
  const productId = useParams().productId ?? ''
  const purchase = useLeasedMachine(productId)
  usePageTitle(purchase && `${purchase.authId} · ${t('titles.terminal')}`)
  const tabs = useTabs()
  const nameOf = useTabName()
  const [standings, setStandings] = useState<Readonly<Record<string, Standing>>>({})
  const note = useCallback((id: string, standing: Standing) => setStandings((all) => ({ ...all, [id]: standing })), [])
  const page = useRef<HTMLElement>(null)
  // The shell takes every other key, also Tab: these lead out of it.
  const leaveShell = (event: KeyboardEvent) => {
    if (!event.altKey || !event.shiftKey) return
    if (event.key === 'ArrowRight') tabs.act({ type: 'step', by: 1 })
    else if (event.key === 'ArrowLeft') tabs.act({ type: 'step', by: -1 })
    else if (event.key === 'ArrowUp')
      page.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <main
      ref={page}
      id="content"
      className={classes.page}
      data-terminal-page
      tabIndex={-1}
      onKeyDownCapture={leaveShell}
    >
      <header className={classes.header}>
        <BackLink />
        <div className={classes.names}>
          <h1 className={classes.title}>{t('titles.terminal')}</h1>
          <Machine purchase={purchase} />
        </div>
        <div className={classes.state} role="status">
          <Status state={standings[tabs.activeId]?.state ?? { kind: 'connecting' }} />
        </div>
      </header>
      <TabStrip {...tabs} standings={standings} />
      <div className={classes.panes}>
        {tabs.list.map((tab) => (
          <TerminalPane
            key={tab.id}
            id={tab.id}
            tabElementId={tabElementId(tab.id)}
            productId={productId}
            label={`${t('machines.terminal.label', { id: purchase?.authId ?? '' })} · ${nameOf(tab)}`}
            isShown={tab.id === tabs.activeId}
            onStanding={note}
          />
        ))}
      </div>
      <p className={classes.hint}>{t('terminals.hint')}</p>
    </main>
  )
}
