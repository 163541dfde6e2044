import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { resumeSession } from './lib/api.ts'
import { keepDevice, readDevice } from './lib/device.ts'
import { startLanguage } from './lib/language.ts'

async function start(): Promise<void> {
  keepDevice(readDevice())
  await Promise.all([startLanguage(), resumeSession()])
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

void start()
