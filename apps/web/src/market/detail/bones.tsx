import { Bone, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import type { ReactNode } from 'react'
import { currentLanguage } from '../../lib/session/language.ts'
import classes from './panel.module.css'
import { Panel } from './panel.tsx'

/** Parts of a page about one thing that is on its way, by the rules of the real ones: nothing moves once it is there. */

/** Lines of running words; the last one is shorter. */
export function LineBones({ count }: { count: number }) {
  return (
    <div>
      {keysOf(count).map((key, index) => (
        <WordsBone key={key} width={index + 1 === count ? '60%' : '100%'} />
      ))}
    </div>
  )
}

/** English takes about twice the room that Chinese does. */
const ENGLISH = 2

/** What takes as many lines as it has room for: about so many words in Chinese. */
export function SayingBones({ words }: { words: number }) {
  const count = currentLanguage() === 'en' ? words * ENGLISH : words
  return (
    <p className={classes.saying}>
      {keysOf(count).map((key) => (
        <WordsBone key={key} width={72} />
      ))}
    </p>
  )
}

/** A panel that will have a title. */
export function PanelBones({ children }: { children: ReactNode }) {
  return (
    <Panel>
      <div className={classes.title}>
        <WordsBone width={128} />
      </div>
      {children}
    </Panel>
  )
}

/** A panel with a title and a few lines that explain. */
export function SentenceBones({ lines = 1 }: { lines?: number }) {
  return (
    <PanelBones>
      <div className={classes.quiet}>
        <LineBones count={lines} />
      </div>
    </PanelBones>
  )
}

/** Who offers it, and how to reach them: one line about them at a desk, three on a phone. */
export function SellerBones() {
  return (
    <div className={classes.seller}>
      <Bone width={48} height={48} isRound />
      <div className={classes.words}>
        <WordsBone width={112} />
        <span className={`${classes.quiet} ${classes.bylineBones}`}>
          <WordsBone width={200} />
          <WordsBone width={160} />
          <WordsBone width={104} />
        </span>
      </div>
      <span className={classes.action} />
    </div>
  )
}
