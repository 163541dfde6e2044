import { ContractError } from '@trove/contract/errors/codes'
import type { Identity } from '../../src/modules/identity/module.ts'
import type { Db } from '../../src/platform/db/handle.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'

/** The code that a test's people get on their phones. */
export const TEST_CODE = '123456'

/** People whose phones are the test's: a code is right when it is `TEST_CODE`, and text messages go nowhere. */
export function createTestOwner(db: Db): Pick<Identity, 'withOwnCode' | 'tellPhone'> {
  return {
    async withOwnCode(_, { typed }, work) {
      if (typed !== TEST_CODE) throw new ContractError('identity.code-wrong')
      return inTransaction(db, work)
    },
    tellPhone: async () => {},
  }
}
