import { HeaderAction } from '@trove/ui/actions/header-action'
import { HeartFilledIcon, HeartIcon } from '@trove/ui/icons/actions'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/calls/notify.ts'
import { type Subject, useFavouriteChange, useIsFavourite } from './queries.ts'

/** Keeps an offer as a favourite, or takes it out again. Nothing for strangers. */
export default function Heart({ subject }: { subject: Subject }) {
  const { t } = useTranslation()
  const isOn = useIsFavourite(subject)
  const change = useFavouriteChange((isAdded) =>
    notify('success', t(isAdded ? 'favourites.added' : 'favourites.removed')),
  )
  if (isOn === undefined) return null
  return (
    <HeaderAction
      action={{
        label: t(isOn ? 'favourites.remove' : 'favourites.add'),
        icon: isOn ? <HeartFilledIcon /> : <HeartIcon />,
        isBusy: change.isPending,
        onClick: () => change.mutate({ subject, isAdded: !isOn }),
      }}
    />
  )
}
