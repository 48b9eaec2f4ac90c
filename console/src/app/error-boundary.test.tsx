import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import * as sections from '../i18n/sections.ts'
import { addSections } from '../i18n/translate.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

addSections(sections)

function shownOf(error: unknown): string {
  const boundary = new ErrorBoundary({ children: 'the page' })
  boundary.state = ErrorBoundary.getDerivedStateFromError(error)
  return renderToStaticMarkup(boundary.render())
}

it.each([
  'Failed to fetch dynamically imported module: /assets/Live-1.js',
  'error loading dynamically imported module: /assets/Live-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/Live-1.css',
])('a part of the console that does not come is "Load failed" (6018): %s', (message) => {
  expect(shownOf(new TypeError(message))).toContain('Load failed')
})

it('what breaks otherwise is not', () => {
  expect(shownOf(new TypeError('x is undefined'))).toContain('This page has stopped working')
})
