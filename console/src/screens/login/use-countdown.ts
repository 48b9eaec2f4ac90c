import { useEffect, useState } from 'react'

/** Seconds that are left, and how to start them anew. */
export function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [secondsLeft, setSecondsLeft] = useState(0)
  const isRunning = secondsLeft > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setSecondsLeft((left) => Math.max(0, left - 1)), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return [secondsLeft, setSecondsLeft]
}

/** `14:50`: minutes, however many, and seconds. */
export function remainingText(seconds: number): string {
  const twoDigits = (count: number): string => String(count).padStart(2, '0')
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`
}
