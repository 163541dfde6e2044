import { Link } from '@trove/ui/base/link'
import { CodePicture } from '@trove/ui/illustrations/markets'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenWork } from '../../../features/code/use-open-work.ts'
import { paths } from '../../../lib/addresses/paths.ts'
import { useFeatured } from './code-shelves.tsx'
import classes from './landing.module.css'
import { LandingCarousel } from './landing-carousel.tsx'

/** Works beside the market's own banner. */
const WORKS_MOST = 3

/** A picture of a work under a mask until it is there. */
function Masked({ src }: { src: string }) {
  const { t } = useTranslation()
  const [isThere, setThere] = useState(false)
  return (
    <div className={classes.masked}>
      <img src={src} alt="" onLoad={() => setThere(true)} onError={() => setThere(true)} />
      {!isThere && <div role="status" aria-label={t('common.loading')} aria-busy className={classes.mask} />}
    </div>
  )
}

function WorkLink({ id, name }: { id: string; name: string }) {
  return (
    <Link href={paths.codeDetail({ id })} onClick={useOpenWork(id)}>
      {name}
    </Link>
  )
}

/** Banners of the code landing: the market's own at once, then the first featured works that have a picture. */
export function CodeBanners() {
  const { t } = useTranslation()
  const { data = [] } = useFeatured()
  const works = data.filter(({ productUrl }) => productUrl !== null).slice(0, WORKS_MOST)
  return (
    <LandingCarousel
      label={t('landing.code.carousel')}
      slides={[
        { key: 'market', title: t('landing.code.banner'), picture: <CodePicture /> },
        ...works.map(({ id, productName, productUrl }) => ({
          key: id,
          title: productName,
          link: <WorkLink id={id} name={productName} />,
          picture: <Masked src={productUrl!} />,
        })),
      ]}
    />
  )
}
