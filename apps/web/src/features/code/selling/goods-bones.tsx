import { keysOf } from '@trove/ui/feedback/skeletons'
import { currentLanguage } from '../../../lib/session/language.ts'
import { PanelBones } from '../../../market/detail/bones.tsx'
import panel from '../../../market/detail/panel.module.css'
import classes from './goods.module.css'

/** Widths of what can be done with a work: about as wide as their words are. */
const BUTTONS = { 'zh-CN': [88, 104, 104, 88], en: [96, 152, 132, 104] }

/** What the page of a work's order shows besides, on its way: what can be done with the work. */
export function GoodsBones() {
  const widths = BUTTONS[currentLanguage()]
  const keys = keysOf(widths.length)
  return (
    <PanelBones>
      <div className={classes.actions}>
        {widths.map((width, index) => (
          <span key={keys[index]} className={panel.action} style={{ width }} />
        ))}
      </div>
    </PanelBones>
  )
}
