import * as actions from '../src/icons/actions.tsx'
import * as facts from '../src/icons/facts.tsx'
import * as places from '../src/icons/places.tsx'
import * as states from '../src/icons/states.tsx'
import * as things from '../src/icons/things.tsx'

export function IconsPart() {
  return (
    <>
      {Object.entries({ places, facts, actions, states, things }).map(([name, set]) => (
        <section key={name}>
          <h2>{name}</h2>
          <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))', gap: 12 }}>
            {Object.entries(set).map(([icon, Icon]) => (
              <div key={icon} style={{ display: 'grid', justifyItems: 'center', gap: 4, fontSize: 10 }}>
                <span style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
                  <Icon size={40} />
                  <Icon size={20} />
                </span>
                {icon.replace('Icon', '')}
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  )
}
