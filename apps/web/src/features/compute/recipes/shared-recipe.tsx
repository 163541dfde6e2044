import { ActionButton } from '@trove/ui/actions/action-button'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { OfferPage } from '../../../market/detail/offer-page.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { computePaths } from '../addresses.ts'
import { keepRecipe } from './kept-recipe.ts'
import { useScript } from './queries.ts'
import classes from './recipes.module.css'
import { RunOnLease } from './run-on-lease.tsx'

/** A script that somebody shared by its link: its whole text, and the way to a machine that is made ready with it. */
export default function SharedRecipe() {
  const { t } = useTranslation()
  const id = useParams().id ?? ''
  return (
    <OfferPage
      title={t('titles.sharedRecipe')}
      back={computePaths.myScripts()}
      path={computePaths.sharedRecipe({ id })}
      nameOf={({ name }) => name ?? t('titles.sharedRecipe')}
      asked={useScript(id)}
    >
      {({ name, script, isMine }) => (
        <div className={classes.page}>
          <Panel title={name ?? undefined}>
            {!isMine && <p className={classes.warning}>{t('recipes.sharedNote')}</p>}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long script is scrolled by the keyboard */}
            <pre className={classes.text} tabIndex={0}>
              {script}
            </pre>
            <Quiet>{t('recipes.scripts.useText')}</Quiet>
            <div className={classes.actions}>
              <ActionButton
                action={{
                  label: t('recipes.scripts.use'),
                  href: paths.computeList(),
                  onClick: () => keepRecipe(id),
                }}
              />
              <RunOnLease recipe={id} name={name ?? t('titles.sharedRecipe')} />
            </div>
          </Panel>
        </div>
      )}
    </OfferPage>
  )
}
