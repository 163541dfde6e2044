import { Bone, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import { CheckoutBones } from '../../../market/checkout/checkout-bones.tsx'
import { PanelBones, SellerBones } from '../../../market/detail/bones.tsx'
import { Quiet } from '../../../market/detail/panel.tsx'
import classes from './goods.module.css'

/** Licences that most works have. */
const LICENCES = 2
/** Licence, fee, and the total below them. */
const SUM_ROWS = 3

/** The settlement desk of a work on its way. */
export function WorkCheckoutBones() {
  return (
    <CheckoutBones
      about={<SellerBones />}
      more={
        <PanelBones>
          <div className={classes.licences}>
            {keysOf(LICENCES).map((key) => (
              <Bone key={key} width="70%" height={44} />
            ))}
          </div>
          <Quiet>
            <WordsBone width="80%" />
          </Quiet>
        </PanelBones>
      }
      rows={SUM_ROWS}
    />
  )
}
