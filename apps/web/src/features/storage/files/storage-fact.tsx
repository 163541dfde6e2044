import type { ReactNode } from 'react'

/** One fact with its name, in a list of facts. */
export function StorageFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
