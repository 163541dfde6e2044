import { HomePicture } from '@trove/ui/illustrations/home'
import { Hero, HowItWorks, MarketSections } from './home-sections.tsx'
import classes from './landing.module.css'
import type { HomeModel } from './use-home.ts'

/** Desktop home: full-page sections that snap. */
export default function HomeDesktop(model: HomeModel) {
  return (
    <div className={classes.snap}>
      <section className={`${classes.hero} ${classes.screen}`}>
        <Hero {...model} />
        <HomePicture className={classes.heroPicture} />
      </section>
      <MarketSections className={classes.screen} />
      <HowItWorks />
    </div>
  )
}
