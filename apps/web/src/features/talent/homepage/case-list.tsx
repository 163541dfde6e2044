import { ActionIcon } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orderCases, removeCase } from '@trove/contract/talent/experts'
import { ActionButton } from '@trove/ui/actions/action-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { Link } from '@trove/ui/base/link'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { ChevronDownIcon, ChevronUpIcon, DeleteIcon, EditIcon } from '@trove/ui/icons/actions'
import { ImageIcon } from '@trove/ui/icons/things'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { talentPaths } from '../addresses.ts'
import type { Page } from '../data/queries.ts'
import classes from '../talent.module.css'

type Case = Page['productCases'][number]

function useCaseActions() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['talent', 'homepage'] })
  const remove = useMutation({
    mutationFn: (id: string) => api(removeCase, { params: { id } }),
    onSuccess: () => notify('success', t('talent.cases.removed')),
    onSettled: refresh,
  })
  const order = useMutation({ mutationFn: (ids: string[]) => api(orderCases, { body: { ids } }), onSettled: refresh })
  return { remove, order }
}

type OwnActsProps = { page: Page; index: number; onRemove: () => void; onMove: (by: -1 | 1) => void; isBusy: boolean }

function OwnActs({ page, index, onRemove, onMove, isBusy }: OwnActsProps) {
  const { t } = useTranslation()
  const { id, caseName: name } = page.productCases[index]!
  const isLast = index === page.productCases.length - 1
  const shared = { variant: 'subtle', size: 'lg', disabled: isBusy } as const
  return (
    <span className={classes.caseActs}>
      <ActionIcon
        {...shared}
        aria-label={t('talent.cases.up', { name })}
        disabled={index === 0 || isBusy}
        title={index === 0 ? t('talent.cases.first') : undefined}
        onClick={() => onMove(-1)}
      >
        <ChevronUpIcon size={18} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        aria-label={t('talent.cases.down', { name })}
        disabled={isLast || isBusy}
        title={isLast ? t('talent.cases.last') : undefined}
        onClick={() => onMove(1)}
      >
        <ChevronDownIcon size={18} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        component={Link}
        href={talentPaths.addCase({ id: page.productId }, { case: id })}
        aria-label={`${t('talent.cases.edit')}: ${name}`}
      >
        <EditIcon size={18} />
      </ActionIcon>
      <ActionIcon {...shared} aria-label={`${t('talent.cases.remove')}: ${name}`} onClick={onRemove}>
        <DeleteIcon size={18} />
      </ActionIcon>
    </span>
  )
}

function CaseView({ item }: { item: Case }) {
  const { t } = useTranslation()
  return (
    <>
      {item.casePicUrl ? (
        <img
          className={classes.picture}
          src={item.casePicUrl}
          alt={item.caseName}
          width={162}
          height={108}
          loading="lazy"
        />
      ) : (
        <span className={`${classes.picture} ${classes.noPicture}`}>
          <ImageIcon size={28} />
        </span>
      )}
      <span className={classes.caseName}>{item.caseName}</span>
      {item.link && (
        <LoneLink href={item.link} target="_blank" rel="noopener noreferrer nofollow">
          {t('talent.cases.visit')}
        </LoneLink>
      )}
    </>
  )
}

/** Cases of a homepage: picture, name, link; their owner adds, changes, moves and deletes them. */
export function CaseList({ page }: { page: Page }) {
  const { t } = useTranslation()
  const { remove, order } = useCaseActions()
  const [removing, setRemoving] = useState<string>()
  const { productCases: cases } = page
  const move = (index: number, by: -1 | 1) => {
    const ids = cases.map(({ id }) => id)
    const [one] = ids.splice(index, 1)
    ids.splice(index + by, 0, one!)
    order.mutate(ids)
  }
  return (
    <Panel title={t('talent.cases.title')}>
      {cases.length === 0 && <Quiet>{t('talent.cases.empty')}</Quiet>}
      {cases.length > 0 && (
        <ul className={classes.cases}>
          {cases.map((item, index) => (
            <li key={item.id} className={classes.case}>
              <CaseView item={item} />
              {page.isOwn && (
                <OwnActs
                  page={page}
                  index={index}
                  isBusy={order.isPending}
                  onRemove={() => setRemoving(item.id)}
                  onMove={(by) => move(index, by)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {page.isOwn && (
        <div>
          <ActionButton
            kind="plain"
            action={{ label: t('talent.cases.add'), href: talentPaths.addCase({ id: page.productId }) }}
          />
        </div>
      )}
      <ConfirmDialog
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing) remove.mutate(removing)
          setRemoving(undefined)
        }}
        title={t('talent.cases.remove')}
        text={t('talent.cases.removeText')}
        confirmLabel={t('talent.cases.remove')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isDangerous
      />
    </Panel>
  )
}
