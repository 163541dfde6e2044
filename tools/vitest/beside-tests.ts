import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule, TestSuite } from 'vitest/node'

/**
 * A reporter for what failed beside the tests themselves: a file that could not be loaded, a hook after the last test, an
 * error that nobody waited for. Vitest's JSON names none of them. They are written as a list of texts to the file named by
 * TEST_BESIDE.
 */
export default class BesideTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env.TEST_BESIDE
    if (file === undefined) return
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const texts = [
      ...suites.flatMap((suite) => suite.errors().map((error) => `${nameOf(suite)}\n${textOf(error)}`)),
      ...unhandled.map((error) => `nobody waited for this error\n${textOf(error)}`),
    ]
    writeFileSync(file, JSON.stringify(texts))
  }
}

function nameOf(suite: TestModule | TestSuite): string {
  return suite.type === 'module' ? suite.relativeModuleId : `${suite.module.relativeModuleId} › ${suite.fullName}`
}

function textOf(error: SerializedError): string {
  // `VITEST_TEST_NAME` is what vitest adds to an error outside of any test: the last test that had begun.
  const {
    stack,
    message,
    VITEST_TEST_NAME: after,
    VITEST_TEST_PATH: path,
  } = error as Record<string, string | undefined>
  return [stack ?? message, path && `in ${path}`, after && `after the test: ${after}`].filter(Boolean).join('\n')
}
