import { Bone, FieldBones } from '@trove/ui/feedback/skeletons'
import { CheckoutBones } from '../../../market/checkout/checkout-bones.tsx'
import { LineBones, PanelBones, SayingBones, SellerBones } from '../../../market/detail/bones.tsx'
import panel from '../../../market/detail/panel.module.css'

/** Two rows of facts at a desk, three on a phone: the grid of their places would be a file of its own that lists name. */
const FACTS_HEIGHT = 140
/** Duration and its end, fee, the price of a day, and the total below them. */
const SUM_ROWS = 5

/** The settlement desk of a machine on its way; a renewal asks for less. */
export function MachineCheckoutBones({ isRenewal = false }: { isRenewal?: boolean }) {
  return (
    <CheckoutBones
      about={
        <>
          <SellerBones />
          <Bone width={176} height={24} />
          <Bone width="100%" height={FACTS_HEIGHT} />
          <span className={panel.quiet}>
            <SayingBones words={11} />
          </span>
        </>
      }
      more={!isRenewal && <ChoiceBones />}
      rows={SUM_ROWS}
    />
  )
}

/** Keys, recipe, and whether it goes on. */
function ChoiceBones() {
  return (
    <>
      <PanelBones>
        <div className={panel.quiet}>
          <LineBones count={1} />
        </div>
        <span className={panel.action} style={{ width: 128 }} />
      </PanelBones>
      <PanelBones>
        <div className={panel.quiet}>
          <LineBones count={1} />
        </div>
        <FieldBones count={1} />
        <span className={panel.action} style={{ width: 124 }} />
      </PanelBones>
      <PanelBones>
        <Bone width={220} height={22} />
        <div className={panel.quiet}>
          <LineBones count={2} />
        </div>
      </PanelBones>
    </>
  )
}
