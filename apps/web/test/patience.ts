/** How long a test of a screen waits for what is to show: only ends what would never come, also on a busy machine. */
const LIMIT_MS = 90_000

// Only where there is a page; other tests must not pay for the import.
if (typeof document !== 'undefined') (await import('@testing-library/react')).configure({ asyncUtilTimeout: LIMIT_MS })

export {}
