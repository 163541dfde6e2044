import { HomePicture } from '@trove/ui/illustrations/home'
import { Doors, ForYou, Hero, HowItWorks, MarketNow, MarketSections } from './home-sections.tsx'
import classes from './landing.module.css'
import type { HomeModel } from './use-home.ts'

/** Phone home: one column, the picture first. */
export default function HomeMobile(model: HomeModel) {
  return (
    <div className={classes.phone}>
      <HomePicture className={classes.phonePicture} />
      <Hero {...model} />
      <ForYou interests={model.interests} />
      <Doors live={model.live} markets={model.markets} />
      <MarketNow live={model.live} />
      <MarketSections markets={model.markets} />
      <HowItWorks markets={model.markets} />
    </div>
  )
}
