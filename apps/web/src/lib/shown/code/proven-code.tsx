import type { ProvenCode } from '@trove/contract/certification/code-proofs'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { formatCount, formatDay } from '../format.ts'
import classes from './proven-code.module.css'

/** A repository that somebody proved to write to, with what it says of its history. */
export function ProvenRepository({ proven }: { proven: z.output<typeof ProvenCode> }) {
  const { t } = useTranslation()
  const { repository, commits, isMore, authors, firstAt, lastAt, provenAt } = proven
  const counted = t('codeProofs.commits', { count: commits, shown: formatCount(commits) })
  const facts = [
    isMore ? t('codeProofs.more', { commits: counted }) : counted,
    t('codeProofs.authors', { count: authors, shown: formatCount(authors) }),
    t('codeProofs.span', { from: formatDay(firstAt), to: formatDay(lastAt) }),
  ]
  return (
    <div className={classes.proven}>
      <LoneLink href={repository} target="_blank" rel="noopener noreferrer nofollow">
        {repository.replace(/^https?:\/\//, '')}
      </LoneLink>
      <span>{facts.join(' · ')}</span>
      <span className={classes.on}>{t('codeProofs.on', { when: formatDay(provenAt) })}</span>
    </div>
  )
}
