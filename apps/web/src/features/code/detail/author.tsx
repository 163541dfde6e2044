import { ActionButton } from '@trove/ui/actions/action-button'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { Seller } from '../../../market/detail/seller.tsx'
import type { WorkDetail } from '../queries.ts'

/** Who made the work, and the way to ask them about it while it is online. */
export function Author({ work }: { work: WorkDetail }) {
  const { t } = useTranslation()
  const { author, id } = work
  const mayAsk = !work.isMine && work.state === 'online'
  return (
    <Seller
      name={author.nickName}
      mark={author.isDemo ? t('common.demo') : undefined}
      avatarSrc={author.headImgUrl}
      byline={`${t('works.facts.published')} ${formatMoment(work.publishTime ?? work.createTime)}`}
    >
      {mayAsk && (
        <ActionButton
          kind="plain"
          action={{ label: t('code.detail.ask'), href: paths.askAbout({ kind: 'code', subjectId: id }) }}
        />
      )}
    </Seller>
  )
}
