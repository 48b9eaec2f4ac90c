import './trusted-types.ts'
import './inside.ts'
import './theme.css'
import '../brand/Vedette/colours.css'
import '../ui/controls.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { agreement } from '../i18n/agreement.ts'
import { app } from '../i18n/app.ts'
import { followStoredLanguage } from '../i18n/language.ts'
import { login } from '../i18n/login.ts'
import { addSections } from '../i18n/translate.ts'
import { App } from './App.tsx'
import { watchLeaving } from '../ui/leaving.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { followSettings } from './follow-settings.ts'

watchLeaving()

addSections({ agreement, app, login })
followSettings()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
await followStoredLanguage()
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <App />
    </ErrorBoundary>
  </StrictMode>,
)
