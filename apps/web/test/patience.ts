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
  await forgetPlaces()
}

/**
 * For its warnings React notes where in the code each element was made, which took a tenth of a screen test's time. It
 * stops by itself after 10,000 elements a second: here it believes that it has come that far.
 */
async function forgetPlaces(): Promise<void> {
  const { default: React } = await import('react')
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
    __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object
  }
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => {},
    configurable: true,
  })
}

export {}
