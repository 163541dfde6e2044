import { relative } from 'node:path'

/** The report that vitest's `json` reporter writes, as far as it is read here. Times in milliseconds since 1970. */
export type Report = {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

const MESSAGE_CHARS = 2000

/** Each failed test as `file › test` and the beginning of its message; files are named from `root`. */
export function failuresOf({ testResults }: Report, root: string): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${relative(root, name)} › ${fullName}\n${(failureMessages?.[0] ?? '').slice(0, MESSAGE_CHARS)}`,
      ),
  )
}
