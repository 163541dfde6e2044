import { BrowserRouter } from 'react-router'
import { Providers } from './providers.tsx'
import { Pages } from './router.tsx'

/** The whole site in a browser. */
export function App() {
  return (
    <BrowserRouter>
      <Providers>
        <Pages />
      </Providers>
    </BrowserRouter>
  )
}
