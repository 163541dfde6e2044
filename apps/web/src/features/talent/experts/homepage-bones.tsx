import type { RouteData } from '@trove/contract/kit/route'
import type { listExperts } from '@trove/contract/talent/experts'
import { Bone, Busy, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import { Columns } from '@trove/ui/layout/columns'
import { useTranslation } from 'react-i18next'
import { useListed } from '../../../lib/lists/use-listed.ts'
import { currentLanguage } from '../../../lib/session/language.ts'
import { ActionBones } from '../../../market/detail/action-bones.tsx'
import { PanelBones, SentenceBones } from '../../../market/detail/bones.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import classes from '../talent.module.css'

/** About as wide as the words that ask a consultant, and that hire. */
const ACTIONS = { 'zh-CN': [90, 91], en: [190, 97] }

function ProfileBones({ name, identity }: { name: string | undefined; identity: string | undefined }) {
  return (
    <Panel>
      <div className={classes.profile}>
        <Bone width={80} height={80} isRound />
        <div className={classes.who}>
          <div className={classes.name}>{name ?? <WordsBone width={112} />}</div>
          <div className={classes.identity}>{identity ?? <WordsBone width={144} />}</div>
          <Quiet>
            <WordsBone width={128} />
          </Quiet>
        </div>
      </div>
      <div className={classes.skills}>
        {keysOf(3).map((key) => (
          <Bone key={key} width={72} height={24} />
        ))}
      </div>
    </Panel>
  )
}

function CaseBones() {
  return (
    <PanelBones>
      <div className={classes.cases}>
        {keysOf(2).map((key) => (
          <div key={key} className={classes.case}>
            <span className={`${classes.picture} ${classes.pictureBone}`} />
            <WordsBone width="80%" />
            <WordsBone width={56} />
          </div>
        ))}
      </div>
    </PanelBones>
  )
}

/** The homepage of an expert on its way, with the name that their list said. */
export function HomepageBones({ productId }: { productId: string }) {
  const { t } = useTranslation()
  const listed = useListed(
    ['talent', 'list', currentLanguage()],
    ({ content }: RouteData<typeof listExperts>) => content,
    (card) => card.productId === productId,
  )
  return (
    <Busy label={t('common.loading')}>
      <Columns aside={<ActionBones widths={ACTIONS[currentLanguage()]} />}>
        <ProfileBones name={listed?.realName} identity={listed?.identity} />
        <CaseBones />
        <SentenceBones />
        <SentenceBones />
        <SentenceBones />
      </Columns>
    </Busy>
  )
}
