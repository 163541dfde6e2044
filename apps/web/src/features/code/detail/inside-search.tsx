import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { searchInside } from '@trove/contract/code/preview'
import { InsideWord } from '@trove/contract/code/shapes'
import { FieldsSkeleton } from '@trove/ui/feedback/skeletons'
import { SearchIcon } from '@trove/ui/icons/actions'
import { FileIcon } from '@trove/ui/icons/facts'
import { LockIcon } from '@trove/ui/icons/things'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { Quiet } from '../../../market/detail/panel.tsx'
import classes from './preview.module.css'

type HitsProps = { id: string; word: string; onOpen: (path: string) => void }

function Hits({ id, word, onOpen }: HitsProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['code', 'inside', id, word],
    queryFn: () => api(searchInside, { params: { id }, query: { word } }),
    staleTime: 60_000,
    retry: false,
  })
  if (error) return <SmallFailure error={error} refetch={refetch} />
  if (!data) return <FieldsSkeleton label={t('common.loading')} count={2} />
  return (
    <div role="status">
      <Quiet>
        {t('code.preview.hitFiles', { count: data.fileCount, word })}
        {!data.isWhole && ` · ${t('code.preview.hitsPartly')}`}
      </Quiet>
      <ul className={classes.files}>
        {data.hits.map(({ path, count, isOpen }) => (
          <li key={path}>
            {isOpen ? (
              <button type="button" onClick={() => onOpen(path)}>
                <FileIcon size={15} /> {path}
              </button>
            ) : (
              <span>
                <LockIcon size={15} label={t('code.preview.hidden')} /> {path}
              </span>
            )}
            <small>{t('code.preview.hits', { count })}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Finds which files of a work hold a word, whether their bodies are open or not. */
export function InsideSearch({ id, onOpen }: Omit<HitsProps, 'word'>) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [word, setWord] = useState('')
  const [isWrong, setWrong] = useState(false)
  const search = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    const isWord = InsideWord.safeParse(wanted).success
    setWrong(!isWord && wanted !== '')
    setWord(isWord ? wanted : '')
  }
  return (
    <form onSubmit={search} noValidate>
      <TextInput
        label={t('code.preview.search')}
        description={t('code.preview.searchHelp')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={60}
        leftSection={<SearchIcon size={16} />}
        error={isWrong && t('code.preview.searchWord')}
        enterKeyHint="search"
      />
      {word && <Hits id={id} word={word} onOpen={onOpen} />}
    </form>
  )
}
