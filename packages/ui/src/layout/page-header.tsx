import { ActionIcon } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { useDevice } from '../base/device.tsx'
import { BackIcon } from '../icons/actions.tsx'
import classes from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** One sentence under the title. */
  lead?: ReactNode
  /** Way back, left of the title; `isPhoneOnly` where the menu of a desk leads there anyway. */
  back?: { label: string; onClick: () => void; isPhoneOnly?: boolean }
  /** Buttons at the right; on a phone give icons. */
  actions?: ReactNode
}

type Back = { label: string; onClick: () => void }
const BackContext = createContext<Back | undefined>(undefined)

/** The way back that a phone's page has when it names none of its own. */
export function BackProvider({ back, children }: { back: Back | undefined; children: ReactNode }) {
  return <BackContext.Provider value={back}>{children}</BackContext.Provider>
}

function BackButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon aria-label={label} onClick={onClick} data-back>
      <BackIcon />
    </ActionIcon>
  )
}

/** Top of a screen: a large title with actions at a desk, a bar that stays in sight with the way back on a phone. */
export function PageHeader({ title, lead, back, actions }: PageHeaderProps) {
  const isPhone = useDevice() === 'mobile'
  const usual = useContext(BackContext)
  const own = back && (isPhone || !back.isPhoneOnly) ? back : undefined
  const wayBack = own ?? (isPhone ? usual : undefined)
  return (
    <>
      <header className={`${classes.header} ${isPhone ? classes.phone : ''}`}>
        {wayBack && <BackButton label={wayBack.label} onClick={wayBack.onClick} />}
        <div className={classes.words}>
          <h1 className={classes.title}>{title}</h1>
          {!isPhone && lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {isPhone && lead && <p className={classes.phoneLead}>{lead}</p>}
    </>
  )
}
