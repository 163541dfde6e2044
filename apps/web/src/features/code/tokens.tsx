import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listCodeTokens, revokeCodeToken } from '@trove/contract/code/vault'
import type { RouteData } from '@trove/contract/kit/route'
import { ActionButton } from '@trove/ui/actions/action-button'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/calls/api.ts'
import { notify } from '../../lib/calls/notify.ts'
import { formatMoment } from '../../lib/shown/format.ts'
import { Quiet } from '../../market/detail/panel.tsx'
import classes from './code.module.css'

type Token = RouteData<typeof listCodeTokens>[number]

/** Under which the tokens of a work are kept; who makes one has it asked for anew. */
export const tokensKey = (workId: string) => ['code', 'tokens', workId]

type OneTokenProps = { token: Token; onRevoke: () => void; isBusy: boolean }

function OneToken({ token, onRevoke, isBusy }: OneTokenProps) {
  const { t } = useTranslation()
  const { right, createTime, lastUseTime } = token
  const made = formatMoment(createTime)
  return (
    <li className={classes.token}>
      <div>
        <span>{t(right === 'push' ? 'code.tokens.push' : 'code.tokens.read', { made })}</span>
        <small>
          {lastUseTime ? t('code.tokens.used', { when: formatMoment(lastUseTime) }) : t('code.tokens.unused')}
        </small>
      </div>
      <ActionButton kind="plain" action={{ label: t('code.tokens.revoke'), onClick: onRevoke, isBusy }} />
    </li>
  )
}

/** One's tokens for a work, each of which can be revoked. Nothing while there are none. */
export function Tokens({ workId }: { workId: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: tokensKey(workId),
    queryFn: () => api(listCodeTokens, { params: { id: workId } }),
  })
  const revoke = useMutation({
    mutationFn: (id: string) => api(revokeCodeToken, { params: { id } }),
    onSuccess: () => notify('success', t('code.tokens.revoked')),
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey(workId) }),
  })
  if (!data || data.length === 0) return null
  return (
    <section className={classes.stack} aria-label={t('code.tokens.title')}>
      <Quiet>{t('code.tokens.text')}</Quiet>
      <ul className={classes.tokens}>
        {data.map((token) => (
          <OneToken
            key={token.id}
            token={token}
            // The next one comes to stand where this was: a second press must not end it too.
            onRevoke={() => !revoke.isPending && revoke.mutate(token.id)}
            isBusy={revoke.isPending && revoke.variables === token.id}
          />
        ))}
      </ul>
    </section>
  )
}
