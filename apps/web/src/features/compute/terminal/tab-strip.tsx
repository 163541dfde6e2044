import { TERMINALS_PER_LEASE } from '@trove/contract/compute/terminal'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { CloseIcon, EditIcon, PlusIcon } from '@trove/ui/icons/actions'
import { FailedIcon, ServingIcon, WaitingIcon } from '@trove/ui/icons/states'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import classes from './tabs.module.css'
import type { Standing } from './terminal-pane.tsx'
import type { Tab, useTabs } from './use-tabs.ts'

const STATES = {
  connecting: { icon: WaitingIcon, text: 'machines.terminal.connecting' },
  open: { icon: ServingIcon, text: 'machines.terminal.connected' },
  closed: { icon: FailedIcon, text: 'machines.terminal.disconnected' },
} as const

/** The id of a tab's button, which names its panel. */
export const tabElementId = (id: string) => `tab-${id}`

/** What a tab is called: as its person wished, else by its number. */
export function useTabName() {
  const { t } = useTranslation()
  return ({ name, number }: Tab) => name ?? t('terminals.name', { number })
}

function NameField({ name, onDone }: { name: string; onDone: (name: string | undefined) => void }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onDone(field.current?.value)
    if (event.key === 'Escape') onDone(undefined)
    event.stopPropagation()
  }
  return (
    <input
      ref={field}
      className={classes.name}
      aria-label={t('terminals.newName')}
      defaultValue={name}
      maxLength={24}
      autoComplete="off"
      onKeyDown={leave}
      onBlur={() => onDone(field.current?.value)}
    />
  )
}

type TabButtonProps = { tab: Tab; isActive: boolean; standing?: Standing; onShow: () => void; onRename: () => void }

function TabButton({ tab, isActive, standing, onShow, onRename }: TabButtonProps) {
  const { t } = useTranslation()
  const nameOf = useTabName()
  const kind = standing?.state.kind ?? 'connecting'
  const { icon: Icon, text } = STATES[kind]
  return (
    <button
      type="button"
      role="tab"
      id={tabElementId(tab.id)}
      className={classes.tab}
      aria-selected={isActive}
      aria-controls={`panel-${tab.id}`}
      tabIndex={isActive ? 0 : -1}
      title={`${nameOf(tab)} · ${t(text)}`}
      onClick={onShow}
      onDoubleClick={onRename}
    >
      <span className={classes.mark} data-kind={kind}>
        <Icon size={14} />
      </span>
      <span className={classes.words}>{nameOf(tab)}</span>
    </button>
  )
}

type ActsProps = { closeLabel: string; onAdd: () => void; onRename: () => void; onClose: () => void }

function Acts({ closeLabel, onAdd, onRename, onClose }: ActsProps) {
  const { t } = useTranslation()
  const acts = [
    { label: t('terminals.add'), icon: PlusIcon, onClick: onAdd },
    { label: t('terminals.rename'), icon: EditIcon, onClick: onRename },
    { label: closeLabel, icon: CloseIcon, onClick: onClose },
  ]
  return (
    <div className={classes.acts}>
      {acts.map(({ label, icon: Icon, onClick }) => (
        <button key={label} type="button" aria-label={label} title={label} onClick={onClick}>
          <Icon size={18} />
        </button>
      ))}
    </div>
  )
}

type QuestionProps = { closing: Tab | undefined; onAnswer: (isYes: boolean) => void }

function CloseQuestion({ closing, onAnswer }: QuestionProps) {
  const { t } = useTranslation()
  const nameOf = useTabName()
  return (
    <ConfirmDialog
      isOpen={closing !== undefined}
      onClose={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
      title={t('terminals.close', { name: closing ? nameOf(closing) : '' })}
      text={t('terminals.closeText')}
      confirmLabel={t('terminals.closeNow')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      isDangerous
    />
  )
}

const targetOf = (key: string, at: number, last: number): number | undefined =>
  ({ ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last })[key]

type StripProps = ReturnType<typeof useTabs> & { standings: Readonly<Record<string, Standing>> }

/** The terminals of the page: one shown, others beside it; one more, another name, and away with it. */
export function TabStrip({ list, activeId, act, isFull, standings }: StripProps) {
  const { t } = useTranslation()
  const nameOf = useTabName()
  const [isNaming, setNaming] = useState(false)
  const [closing, setClosing] = useState<Tab>()
  const strip = useRef<HTMLDivElement>(null)
  const at = list.findIndex(({ id }) => id === activeId)
  const active = list[at]!
  const focusTab = (id: string) => strip.current?.querySelector<HTMLElement>(`[id="${tabElementId(id)}"]`)?.focus()

  const add = () =>
    isFull ? notify('warning', t('terminals.most', { most: TERMINALS_PER_LEASE })) : act({ type: 'add' })
  /** Of a shell that somebody has used it is not known whether something runs in it. */
  const close = () => {
    const standing = standings[active.id]
    if (standing?.state.kind === 'open' && standing.isUsed) setClosing(active)
    else act({ type: 'close', id: active.id })
  }
  const move = (event: KeyboardEvent) => {
    const next = list[targetOf(event.key, at, list.length - 1) ?? -1]
    if (next) {
      act({ type: 'show', id: next.id })
      focusTab(next.id)
    } else if (event.key === 'Delete') close()
    else if (event.key === 'F2') setNaming(true)
    else return
    event.preventDefault()
  }
  const rename = (name: string | undefined) => {
    if (name !== undefined && name !== nameOf(active)) act({ type: 'rename', id: activeId, name })
    setNaming(false)
    focusTab(activeId)
  }
  return (
    <div className={classes.strip}>
      <div ref={strip} className={classes.list} role="tablist" aria-label={t('terminals.tabs')} onKeyDown={move}>
        {list.map((tab) => (
          <TabButton
            key={tab.id}
            tab={tab}
            isActive={tab.id === activeId}
            standing={standings[tab.id]}
            onShow={() => act({ type: 'show', id: tab.id })}
            onRename={() => setNaming(true)}
          />
        ))}
      </div>
      {isNaming && <NameField name={nameOf(active)} onDone={rename} />}
      <Acts
        closeLabel={t('terminals.close', { name: nameOf(active) })}
        onAdd={add}
        onRename={() => setNaming(true)}
        onClose={close}
      />
      <CloseQuestion
        closing={closing}
        onAnswer={(isYes) => {
          if (isYes) act({ type: 'close', id: closing!.id })
          setClosing(undefined)
        }}
      />
    </div>
  )
}
