import { Bone, Busy, keysOf, WordsBone } from '../feedback/skeletons.tsx'
import { CardGrid } from '../layout/card-grid.tsx'
import classes from './card-skeleton.module.css'
import facts from './fact-grid.module.css'
import offer from './offer-card.module.css'

/** What the cards of a list have, for the shape in which they are awaited. */
export type CardShape = {
  /** They begin with a picture, and the rest is about that; such cards have nothing of the others. */
  hasPicture?: boolean
  /** Lines of the description. */
  lines?: number
  facts?: number
  /** One more takes a row before the others. */
  hasWide?: boolean
  /** Each fact says how it is known. */
  hasNotes?: boolean
  /** A term stands under the price. */
  hasTerm?: boolean
}

function PictureCardBones() {
  return (
    <div className={classes.pictureCard}>
      <span className={classes.picture} />
      <div className={classes.body}>
        <span className={classes.name}>
          <WordsBone width="60%" />
        </span>
        <span className={classes.blurb}>
          <WordsBone width="100%" />
          <WordsBone width="70%" />
        </span>
        <Bone width={96} height={20} />
        <span className={classes.name}>
          <WordsBone width={72} />
        </span>
      </div>
    </div>
  )
}

/** The facts stand as those of the real card do: in as many columns, with what is known of them beside or below. */
function FactBones({ count, hasNotes, hasWide }: { count: number; hasNotes: boolean; hasWide?: boolean }) {
  return (
    <div className={`${facts.grid} ${facts.dense} ${classes.facts}`}>
      {keysOf(hasWide ? count + 1 : count).map((key, index) => (
        <div key={key} className={`${facts.fact} ${classes.fact}`} data-wide={(hasWide && !index) || undefined}>
          <span className={facts.term}>
            <WordsBone width={72} />
          </span>
          {hasNotes && (
            <span className={facts.note}>
              <WordsBone width={56} />
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

function CardBones({ lines = 0, facts: count = 0, hasNotes = false, hasWide, hasTerm = false }: CardShape) {
  return (
    <div className={offer.card}>
      <div className={offer.who}>
        <span className={offer.face}>
          <Bone width={32} height={32} isRound />
        </span>
        <div className={offer.name}>
          <WordsBone width={96} />
        </div>
        <div className={offer.byline}>
          <WordsBone width={128} />
        </div>
      </div>
      {lines > 0 && (
        <div className={offer.description}>
          {keysOf(lines).map((key, index) => (
            <WordsBone key={key} width={index + 1 === lines ? '60%' : '100%'} />
          ))}
        </div>
      )}
      {count > 0 && <FactBones count={count} hasNotes={hasNotes} hasWide={hasWide} />}
      <div className={offer.foot}>
        <div className={offer.cost}>
          <Bone width={88} height={24} />
          {hasTerm && (
            <span className={offer.term}>
              <WordsBone width={120} />
            </span>
          )}
        </div>
        <span className={classes.action} />
      </div>
    </div>
  )
}

/** A grid of offers on its way, each as tall as what will take its place; `label` is read out. */
export function CardGridSkeleton({
  label,
  count = 4,
  shape,
  isDense,
}: {
  label: string
  count?: number
  shape: CardShape
  isDense?: boolean
}) {
  return (
    <Busy label={label}>
      <CardGrid label={label} isDense={isDense}>
        {keysOf(count).map((key) =>
          shape.hasPicture ? <PictureCardBones key={key} /> : <CardBones key={key} {...shape} />,
        )}
      </CardGrid>
    </Busy>
  )
}
