import { ActionIcon } from '@mantine/core'
import { HeartFilledIcon, HeartIcon } from '@trove/ui/icons/actions'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/session.ts'
import { useSignInHere } from '../entry/use-buy.ts'
import { type Subject, useFavouriteChange } from './queries.ts'

type CardHeartProps = { subject: Subject; name: string; isOn: boolean }

/** The heart on a card: shows its new state at once, and the old one again if that fails. Strangers sign in and come back. */
export default function CardHeart({ subject, name, isOn }: CardHeartProps) {
  const { t } = useTranslation()
  const isSignedIn = useSession().state === 'signed-in'
  const signIn = useSignInHere()
  const change = useFavouriteChange(() => undefined)
  return (
    <ActionIcon
      variant="subtle"
      color={isOn ? 'coral' : 'gray'}
      aria-label={t('favourites.mark', { name })}
      aria-pressed={isOn}
      onClick={() => (isSignedIn ? change.mutate({ subject, isAdded: !isOn }) : signIn())}
    >
      {isOn ? <HeartFilledIcon size={18} /> : <HeartIcon size={18} />}
    </ActionIcon>
  )
}
