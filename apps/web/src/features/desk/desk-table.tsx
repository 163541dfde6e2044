import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { PanelTable, type PanelTableProps } from '../../lib/lists/panel-table.tsx'
import classes from './desk.module.css'

type DeskTableProps<T> = Omit<PanelTableProps<T>, 'empty'> & { empty: { title: string; text?: string } }

/** Cases of the desk as rows, the open one beside them; its address can be sent to somebody else of the staff. */
export function DeskTable<T extends { id: string }>({ empty, ...table }: DeskTableProps<T>) {
  return (
    <div className={classes.list}>
      <PanelTable {...table} empty={<EmptyState illustration={<EmptyOrdersPicture />} {...empty} />} />
    </div>
  )
}
