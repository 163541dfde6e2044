import { Dialog } from '@trove/ui/dialog'
import { useTranslation } from 'react-i18next'
import type { FilterValues } from './filter-url.ts'
import { useFilterDraft } from './use-filter-draft.tsx'

type FilterDialogProps = { isOpen: boolean; onClose: () => void; onApply: (filter: FilterValues) => void }

function OpenFilter({ onClose, onApply }: Omit<FilterDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const { fields, footer } = useFilterDraft(onApply)
  return (
    <Dialog isOpen onClose={onClose} title={t('compute.filter.title')} closeLabel={t('common.close')} footer={footer}>
      {fields}
    </Dialog>
  )
}

/** The search dialog of the hub. Opening resets all five fields, because each opening draws it anew; OK waits while nothing matches. */
export function FilterDialog({ isOpen, ...rest }: FilterDialogProps) {
  return isOpen ? <OpenFilter {...rest} /> : null
}
