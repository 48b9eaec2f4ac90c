/**
 * Imported first: who is logged in has the frame's and the wall's code fetched while the code of the first file runs. Whether the wall
 * may be seen is decided later, and what could not be fetched is told then.
 */
import type { StoredKey } from './stored.ts'

const LOGGED_IN: StoredKey = 'userInfo'

const isWall = ['', '#/', '#/realTimeVideo'].includes(location.hash.split('?', 1)[0] ?? '')
if (isLoggedIn()) {
  void import('./Inside.tsx').catch(toldLater)
  if (isWall) void import('../screens/live/index.ts').catch(toldLater)
}

function isLoggedIn(): boolean {
  try {
    return localStorage.getItem(LOGGED_IN) !== null
  } catch {
    // The browser forbids storage.
    return false
  }
}

function toldLater(): void {}
