/** How long a test of a screen waits for what is to show: only ends what would never come, also on a busy machine. */
const LIMIT_MS = 90_000

// Only where there is a page; other tests must not pay for the import.
if (typeof document !== 'undefined') {
  const { configure, getConfig } = await import('@testing-library/react')
  const isWaiting = () =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
  configure(({ getElementError }) => ({
    asyncUtilTimeout: LIMIT_MS,
    // A wait asks again and again, and each time nothing is there the library would write the whole page into an error
    // nobody reads: a quarter of a screen test's time. At the limit it writes the page once, by this same function.
    getElementError: (message, container) =>
      isWaiting()
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : getElementError(message, container),
  }))
}

export {}
