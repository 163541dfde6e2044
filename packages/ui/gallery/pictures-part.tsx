import * as empty from '../src/illustrations/empty.tsx'
import * as error from '../src/illustrations/error.tsx'
import { HomePicture } from '../src/illustrations/home.tsx'
import * as markets from '../src/illustrations/markets.tsx'
import { Logo, LogoMark } from '../src/layout/logo.tsx'

export function PicturesPart() {
  return (
    <>
      <div style={{ display: 'flex', gap: 20, alignItems: 'center', flexWrap: 'wrap', marginBottom: 24 }}>
        {[16, 20, 32, 64, 120].map((size) => (
          <LogoMark key={size} size={size} />
        ))}
        <Logo name="众享" label="众享 Trove" />
        <Logo name="众享" label="众享 Trove" size={48} />
      </div>
      <HomePicture />
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(280px, 1fr))', gap: 16 }}>
        {Object.entries({ ...markets, ...empty, ...error }).map(([name, Picture]) => (
          <figure key={name} style={{ margin: 0 }}>
            <Picture />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </>
  )
}
