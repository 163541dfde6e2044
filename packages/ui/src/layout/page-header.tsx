import { ActionIcon } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { useDevice } from '../base/device.tsx'
import { WordsBone } from '../feedback/skeletons.tsx'
import { BackIcon, SearchIcon } from '../icons/actions.tsx'
import classes from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** The title is the name of one thing that is not known yet: a line stands for it, and `title` is read out. */
  isAwaited?: boolean
  /** One sentence under the title. */
  lead?: ReactNode
  /** Way back, left of the title; `isPhoneOnly` where the menu of a desk leads there anyway. */
  back?: { label: string; onClick: () => void; isPhoneOnly?: boolean }
  /** Buttons at the right; on a phone give icons. */
  actions?: ReactNode
  /** Its actions search already: no second glass beside theirs. */
  hasSearch?: boolean
}

type Back = { label: string; onClick: () => void }
type Frame = { back?: Back; find?: Back }
const FrameContext = createContext<Frame>({})

/** The way back that a phone's page has when it names none of its own, and the search of those that have none. */
export function BackProvider({ back, find, children }: Frame & { children: ReactNode }) {
  return <FrameContext.Provider value={{ back, find }}>{children}</FrameContext.Provider>
}

function BackButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon aria-label={label} onClick={onClick} data-back>
      <BackIcon />
    </ActionIcon>
  )
}

/** Top of a screen: a large title with actions at a desk, a bar that stays in sight with the way back on a phone. */
export function PageHeader({ title, isAwaited, lead, back, actions, hasSearch = false }: PageHeaderProps) {
  const isPhone = useDevice() === 'mobile'
  const { back: usual, find: siteFind } = useContext(FrameContext)
  const find = hasSearch ? undefined : siteFind
  const own = back && (isPhone || !back.isPhoneOnly) ? back : undefined
  const wayBack = own ?? (isPhone ? usual : undefined)
  return (
    <>
      <header className={`${classes.header} ${isPhone ? classes.phone : ''}`} data-page-header>
        {wayBack && <BackButton label={wayBack.label} onClick={wayBack.onClick} />}
        <div className={classes.words}>
          <h1 className={classes.title} aria-label={isAwaited ? title : undefined}>
            {isAwaited ? <WordsBone width="9em" /> : title}
          </h1>
          {!isPhone && lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {(actions || (find && !wayBack)) && (
          <div className={classes.actions}>
            {actions}
            {isPhone && !wayBack && find && (
              <ActionIcon aria-label={find.label} onClick={find.onClick}>
                <SearchIcon />
              </ActionIcon>
            )}
          </div>
        )}
      </header>
      {isPhone && lead && <p className={classes.phoneLead}>{lead}</p>}
    </>
  )
}
