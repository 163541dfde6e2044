import { HomePicture } from '@trove/ui/illustrations/home'
import { Doors, Hero, HowItWorks, MarketNow, MarketSections } from './home-sections.tsx'
import classes from './landing.module.css'
import type { HomeModel } from './use-home.ts'

/** Desktop home: full-page sections that snap. */
export default function HomeDesktop(model: HomeModel) {
  return (
    <div className={classes.snap}>
      <section className={`${classes.first} ${classes.screen}`}>
        <div className={classes.hero}>
          <div>
            <Hero {...model} />
            <MarketNow figures={model.figures} />
          </div>
          <HomePicture className={classes.heroPicture} />
        </div>
        <Doors figures={model.figures} />
      </section>
      <MarketSections className={classes.screen} />
      <HowItWorks />
    </div>
  )
}
