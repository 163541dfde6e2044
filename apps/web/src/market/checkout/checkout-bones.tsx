import { PAY_METHODS } from '@trove/contract/payment/routes'
import { Bone, Busy, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import { Columns } from '@trove/ui/layout/columns'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionBones } from '../detail/action-bones.tsx'
import { LineBones, PanelBones } from '../detail/bones.tsx'
import { Panel } from '../detail/panel.tsx'
import methods from './pay-methods.module.css'

type CheckoutBonesProps = {
  /** What is bought, in its panel. */
  about: ReactNode
  /** What a market asks besides, as panels. */
  more: ReactNode
  /** Rows of the sum, with its total. */
  rows: number
}

/** The settlement desk of any market on its way, with the sum and the button where they will be. */
export function CheckoutBones({ about, more, rows }: CheckoutBonesProps) {
  const { t } = useTranslation()
  return (
    <Busy label={t('common.loading')}>
      <Columns aside={<ActionBones hasNote />}>
        <Panel>{about}</Panel>
        {more}
        <PanelBones>
          <div className={methods.methods}>
            {PAY_METHODS.map((method) => (
              <Bone key={method} width="100%" height={60} />
            ))}
          </div>
        </PanelBones>
        <Panel>
          {keysOf(rows).map((key) => (
            <WordsBone key={key} width="100%" />
          ))}
        </Panel>
        <Panel>
          <LineBones count={3} />
        </Panel>
      </Columns>
    </Busy>
  )
}
