import { OWN_RECIPES_MAX } from '@trove/contract/compute/recipes/recipes'
import { copyText } from '@trove/ui/actions/clipboard'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { DeleteIcon, PlusIcon, ShareIcon } from '@trove/ui/icons/actions'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { Failure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { formatDay } from '../../../lib/shown/format.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { computePaths } from '../addresses.ts'
import { OwnRecipeDialog } from './own-recipe-dialog.tsx'
import { type Own, useOwnRecipes, useRemoveOwnRecipe } from './queries.ts'
import classes from './recipes.module.css'

function ScriptRow({ script: { id, name, createdAt } }: { script: Own }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const remove = useRemoveOwnRecipe()
  const path = computePaths.sharedRecipe({ id })
  const share = async () => {
    if (await copyText(`${window.location.origin}${path}`)) notify('success', t('recipes.scripts.copied'))
  }
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <LoneLink href={path}>{name}</LoneLink>
        <small>{formatDay(createdAt)}</small>
      </span>
      <HeaderAction
        kind="quiet"
        action={{ label: t('recipes.scripts.share'), icon: <ShareIcon size={18} />, onClick: () => void share() }}
      />
      <HeaderAction
        kind="quiet"
        action={{ label: t('recipes.scripts.remove'), icon: <DeleteIcon size={18} />, onClick: () => setAsking(true) }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(false) })}
        title={t('recipes.scripts.removeTitle', { name })}
        text={t('recipes.scripts.removeText')}
        confirmLabel={t('recipes.scripts.remove')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isDangerous
        isBusy={remove.isPending}
      />
    </li>
  )
}

function Scripts() {
  const { t } = useTranslation()
  const { data, error, refetch } = useOwnRecipes()
  if (error && !data) return <Failure error={error} refetch={refetch} />
  if (!data) return <RowsSkeleton label={t('common.loading')} />
  return (
    <Panel label={t('titles.myScripts')}>
      <Quiet>{t('recipes.scripts.text', { most: OWN_RECIPES_MAX })}</Quiet>
      {data.length === 0 ? (
        <p>{t('recipes.scripts.none')}</p>
      ) : (
        <ul className={classes.rows}>
          {data.map((script) => (
            <ScriptRow key={script.id} script={script} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** One's own scripts that machines are made ready with: write, share, remove. They never change. */
export default function ScriptsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isWriting, setWriting] = useState(false)
  const close = () => setWriting(false)
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('titles.myScripts')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.myCompute()) }}
        actions={
          <HeaderAction
            action={{ label: t('recipes.write'), icon: <PlusIcon size={18} />, onClick: () => setWriting(true) }}
          />
        }
      />
      <Scripts />
      {isWriting && <OwnRecipeDialog onClose={close} onSaved={close} saveLabel={t('common.save')} />}
    </div>
  )
}
