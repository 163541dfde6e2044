import { Bone, FieldBones } from '@trove/ui/feedback/skeletons'
import { CheckoutBones } from '../../../market/checkout/checkout-bones.tsx'
import { LineBones, PanelBones, SellerBones, SentenceBones } from '../../../market/detail/bones.tsx'

/** Terms of the sum and the total below them. */
const SUM_ROWS = 5

/** The settlement desk of an expert's hours on its way. */
export function HireCheckoutBones() {
  return (
    <CheckoutBones
      about={
        <>
          <SellerBones />
          <FieldBones count={1} />
          <Bone width="100%" height={140} />
        </>
      }
      more={
        <>
          <SentenceBones />
          <PanelBones>
            <Bone width="100%" height={220} />
            <LineBones count={2} />
          </PanelBones>
        </>
      }
      rows={SUM_ROWS}
    />
  )
}
