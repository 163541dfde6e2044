import { HomePicture } from '@trove/ui/illustrations/home'
import { Doors, ForYou, Hero, HowItWorks, MarketNow, MarketSections } from './home-sections.tsx'
import classes from './landing.module.css'
import { useSectionScroll } from './section-scroll.ts'
import type { HomeModel } from './use-home.ts'

/** Desktop home: full-page sections, gone through one by one. */
export default function HomeDesktop(model: HomeModel) {
  const page = useSectionScroll()
  return (
    <div ref={page}>
      <section className={`${classes.first} ${classes.screen}`}>
        <div className={classes.hero}>
          <div>
            <Hero {...model} />
            <MarketNow live={model.live} />
          </div>
          <HomePicture className={classes.heroPicture} />
        </div>
        <div>
          <ForYou interests={model.interests} />
          <Doors live={model.live} markets={model.markets} />
        </div>
      </section>
      <MarketSections markets={model.markets} className={classes.screen} />
      <HowItWorks markets={model.markets} />
    </div>
  )
}
