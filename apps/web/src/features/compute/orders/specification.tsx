import { useGpuWords } from '../facts/gpu-words.ts'
import { useOrderTexts } from './order-fields.ts'
import type { Order } from './order-standing.tsx'

function Gpu({ gpu }: { gpu: NonNullable<Order['gpu']> }) {
  const words = useGpuWords()
  return <>{`${words.declared(gpu)} · `}</>
}

/** The machine as it was sold in one line, its GPUs first. */
export function Specification({ order }: { order: Order }) {
  const texts = useOrderTexts()
  return (
    <>
      {order.gpu && <Gpu gpu={order.gpu} />}
      {texts.specification(order)}
    </>
  )
}
