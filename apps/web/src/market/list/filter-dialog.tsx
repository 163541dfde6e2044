import { Dialog } from '@trove/ui/dialogs/dialog'
import { useTranslation } from 'react-i18next'
import type { FilterFace, FilterValues } from './face.ts'
import { useFilterDraft } from './use-filter-draft.tsx'

type OpenProps = { face: FilterFace; onClose: () => void; onApply: (filter: FilterValues) => void }

function OpenFilter({ face, onClose, onApply }: OpenProps) {
  const { t } = useTranslation()
  const { fields, footer } = useFilterDraft(face, onApply)
  return (
    <Dialog isOpen onClose={onClose} title={t('market.filter.title')} closeLabel={t('common.close')} footer={footer}>
      {fields}
    </Dialog>
  )
}

/** A search before there is a list. Opening resets all fields, because each opening draws it anew; OK waits while nothing matches. */
export function FilterDialog({ isOpen, ...rest }: OpenProps & { isOpen: boolean }) {
  return isOpen ? <OpenFilter {...rest} /> : null
}
