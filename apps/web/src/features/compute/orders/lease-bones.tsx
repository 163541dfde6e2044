import { keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import { currentLanguage } from '../../../lib/session/language.ts'
import { PanelBones, SayingBones } from '../../../market/detail/bones.tsx'
import classes from '../../../market/detail/panel.module.css'
import { DowntimeBones } from '../downtime/downtime-bones.tsx'
import mine from '../mine/my-compute.module.css'

/** Widths of the lease's buttons: about as wide as their words are. */
const BUTTONS = { 'zh-CN': [88, 104, 104, 104, 128], en: [96, 144, 140, 104, 166] }

/** What the page of a running lease's order shows besides, on its way: the lease, what its probes found, and its faults. */
export function LeaseBones() {
  const widths = BUTTONS[currentLanguage()]
  const keys = keysOf(widths.length)
  return (
    <>
      <PanelBones>
        <span className={classes.quiet}>
          <WordsBone width={208} />
        </span>
        <div className={mine.actions}>
          {widths.map((width, index) => (
            <span key={keys[index]} className={classes.action} style={{ width }} />
          ))}
        </div>
      </PanelBones>
      <PanelBones>
        <DowntimeBones />
        <span className={classes.quiet}>
          <SayingBones words={11} />
        </span>
      </PanelBones>
      <PanelBones>
        <span className={classes.quiet}>
          <SayingBones words={11} />
        </span>
        <div className={mine.actions}>
          <span className={classes.action} style={{ width: 112 }} />
        </div>
      </PanelBones>
    </>
  )
}
