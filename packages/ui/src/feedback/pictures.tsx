import { type ComponentType, lazy, Suspense } from 'react'

/**
 * The drawings of empty and broken places. Most visits never see one, so each arrives when it is first shown; until then,
 * and when it cannot be had (no network), its place stays empty at its size.
 */

type Size = readonly [width: number, height: number]

function Blank({ size: [width, height] }: { size: Size }) {
  return <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden />
}

const asModule = (body: ComponentType) => ({ default: body })

function onDemand(size: Size, load: () => Promise<ComponentType>): ComponentType {
  const blank = <Blank size={size} />
  const Drawing = lazy(() => load().then(asModule, () => asModule(() => blank)))
  return () => (
    <Suspense fallback={blank}>
      <Drawing />
    </Suspense>
  )
}

const empty = () => import('../illustrations/empty.tsx')
const error = () => import('../illustrations/error.tsx')

export const EmptyOrdersPicture = onDemand([220, 210], async () => (await empty()).EmptyOrdersPicture)
export const EmptyMachinesPicture = onDemand([220, 210], async () => (await empty()).EmptyMachinesPicture)
export const EmptyMessagesPicture = onDemand([220, 210], async () => (await empty()).EmptyMessagesPicture)
export const ErrorPicture = onDemand([240, 210], async () => (await error()).ErrorPicture)
export const StoragePicture = onDemand(
  [360, 350],
  async () => (await import('../illustrations/markets.tsx')).StoragePicture,
)
