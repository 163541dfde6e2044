// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { alipayBill } from '@trove/contract/wallet/routes'
import i18next from 'i18next'
import { afterEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen } from '../../../../test/render.tsx'
import AlipayBill from './alipay-bill.tsx'

afterEach(forgetScreen)

it('two parts of the filter taken away in one moment are both gone, and the third one stays', async () => {
  fakeServer().on(alipayBill, { content: [], totalElements: 0, inAmount: '0.00', outAmount: '0.00' })
  const path = '/bill?type=payment&minAmount=1&maxAmount=9'
  const { address } = await renderScreen(<AlipayBill />, chineseDesk, { path, pattern: '/bill' })
  const cross = (part: 'type' | 'min') =>
    screen.getByRole('button', {
      name: i18next.t('wallet.billFilter.remove', { name: i18next.t(`wallet.billFilter.${part}`) }),
    })
  act(() => {
    fireEvent.click(cross('type'))
    fireEvent.click(cross('min'))
  })
  await waitFor(() => expect(address()).toBe('/bill?maxAmount=9'))
})
