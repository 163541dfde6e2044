import { useTranslation } from 'react-i18next'
import { PanelTable, type PanelTableProps } from '../../lib/lists/panel-table.tsx'
import classes from './desk.module.css'
import { type Empty, EmptyCases } from './filters/empty-cases.tsx'

type DeskTableProps<T> = Omit<PanelTableProps<T>, 'empty' | 'countText'> & { empty: Empty }

/** Cases of the desk as rows, the open one beside them; its address can be sent to somebody else of the staff. */
export function DeskTable<T extends { id: string }>({ empty, ...table }: DeskTableProps<T>) {
  const { t } = useTranslation()
  return (
    <div className={classes.list}>
      <PanelTable {...table} countText={(count) => t('desk.count', { count })} empty={<EmptyCases {...empty} />} />
    </div>
  )
}
