import { Button, Input, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ContractError } from '@trove/contract/errors/codes'
import { addCase, CASE_LINK_MAX, CASE_NAME_MAX, changeCase, uploadCasePicture } from '@trove/contract/talent/experts'
import { ErrorState } from '@trove/ui/feedback/error-state'
import { FieldsSkeleton } from '@trove/ui/feedback/skeletons'
import { FileButton } from '@trove/ui/inputs/file-button'
import { FormSection } from '@trove/ui/layout/form-section'
import { PageHeader } from '@trove/ui/layout/page-header'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { Failure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { makeSmall } from '../../../lib/pictures/make-small.ts'
import { usePageTitle } from '../../../lib/shown/page-title.ts'
import { FormFrame } from '../../../market/publish/form-frame.tsx'
import { type Page, useOwnHomepage } from '../data/queries.ts'
import classes from '../talent.module.css'

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
type Case = Page['productCases'][number]

function PictureField({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const { t } = useTranslation()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.append('file', await makeSmall(file), file.name)
      return api(uploadCasePicture, { body } as never)
    },
    onSuccess: ({ casePicUrl }) => onChange(casePicUrl),
  })
  const choose = (file: File | null) => {
    if (!file) return
    if (TYPES.includes(file.type)) upload.mutate(file)
    else notify('warning', t('talent.cases.notAnImage'))
  }
  return (
    <div className={classes.contact}>
      <strong>{t('talent.cases.picture')}</strong>
      {url && <img className={classes.picture} src={url} alt={t('talent.cases.picture')} width={162} height={108} />}
      <div className={classes.acts}>
        <FileButton onChange={choose} accept={TYPES.join(',')}>
          {(props) => (
            <Button variant="default" loading={upload.isPending} {...props}>
              {t('talent.cases.choose')}
            </Button>
          )}
        </FileButton>
        {url && (
          <Button variant="subtle" onClick={() => onChange('')}>
            {t('talent.cases.dropPicture')}
          </Button>
        )}
      </div>
      <Input.Description>{t('talent.cases.pictureHelp')}</Input.Description>
    </div>
  )
}

function useSave(id: string | undefined) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { caseName: string; casePicUrl: string; link: string }) =>
      id === undefined ? api(addCase, { body }) : api(changeCase, { params: { id }, body }),
    meta: { isHandled: true },
    onSuccess: async () => {
      notify('success', t('talent.cases.saved'))
      await client.invalidateQueries({ queryKey: ['talent', 'homepage'] })
      void navigate(paths.talent())
    },
  })
}

/** What the server says against a field. */
const refusedIn = (error: unknown, path: string) =>
  error instanceof ContractError ? error.fields?.find((field) => field.path === path)?.message : undefined

function Form({ item }: { item: Case | undefined }) {
  const { t } = useTranslation()
  const save = useSave(item?.id)
  const [caseName, setName] = useState(item?.caseName ?? '')
  const [link, setLink] = useState(item?.link ?? '')
  const [casePicUrl, setPicture] = useState(item?.casePicUrl ?? '')
  const [isTried, setTried] = useState(false)
  const isNameless = isTried && caseName.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!caseName.trim()) save.reset()
    else save.mutate({ caseName, casePicUrl, link: link.trim() })
  }
  return (
    <FormFrame
      onSubmit={submit}
      label={t('talent.cases.save')}
      isSending={save.isPending || save.isSuccess}
      sendingLabel={t('common.loading')}
      refusal={save.error}
    >
      <FormSection>
        <TextInput
          label={t('talent.cases.name')}
          value={caseName}
          maxLength={CASE_NAME_MAX}
          withAsterisk
          error={isNameless ? t('fieldErrors.required') : refusedIn(save.error, 'caseName')}
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={() => setTried(true)}
        />
        <TextInput
          label={t('talent.cases.link')}
          description={t('talent.cases.linkHelp')}
          value={link}
          maxLength={CASE_LINK_MAX}
          inputMode="url"
          error={refusedIn(save.error, 'link')}
          onChange={(event) => setLink(event.currentTarget.value)}
        />
        <PictureField url={casePicUrl} onChange={setPicture} />
      </FormSection>
    </FormFrame>
  )
}

/** Adds a case to one's own homepage; with `?case=` it changes one. */
export default function AddCase() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: page, error, refetch } = useOwnHomepage()
  const id = useSearchParams()[0].get('case') ?? undefined
  const item = page?.productCases.find((one) => one.id === id)
  const isGone = page && id !== undefined && !item
  const title = t(id ? 'talent.cases.edit' : 'talent.cases.add')
  usePageTitle(title)
  return (
    <div className={classes.formPage}>
      <PageHeader title={title} back={{ label: t('common.back'), onClick: () => void navigate(paths.talent()) }} />
      {error && page === undefined && <Failure error={error} refetch={refetch} />}
      {page === undefined && !error && <FieldsSkeleton label={t('common.loading')} count={6} />}
      {page === null && <ErrorState title={t('talent.salary.notCertified')} />}
      {isGone && <Failure error={new ContractError('resource.not-found')} refetch={refetch} />}
      {page && !isGone && <Form key={item?.id ?? 'new'} item={item} />}
    </div>
  )
}
