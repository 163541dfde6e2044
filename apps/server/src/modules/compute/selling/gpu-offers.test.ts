import { getCertificate } from '@trove/contract/compute/certificates'
import { listComputeConsume, listComputeProfit, listPurchases } from '@trove/contract/compute/orders'
import { checkSeries } from '@trove/contract/compute/public/series'
import { advisePrice, readMachine } from '@trove/contract/compute/publishing'
import { countOffers, getOffer, listOffers, listShares, updateOffer } from '@trove/contract/compute/routes'
import { getOrder } from '@trove/contract/order-lists/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, FORM, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'

/** Machines with GPUs: declared, found by the check, filtered, and stated side by side. */

let lab: ComputeLab
const machines = createFakeMachines()

beforeAll(async () => {
  lab = await openOwnComputeLab(machines, [])
})
afterAll(() => lab.close())

const DECLARED = { model: 'rtx-4090', count: 2, vramSize: 24 }
const FOUND = {
  model: 'GeForce RTX 4090',
  count: 2,
  vramSize: 24,
  driver: '550.54.14',
  cuda: '12.4',
  tflops: 82.3,
  memoryBandwidth: 912.3,
}
let lastPort = 100

/** A machine that was published with one GPU and has another, after its check. */
async function offered(gpu: typeof DECLARED | null, found: typeof FOUND | null, change = {}) {
  const serverPort = ++lastPort
  const seller = `seller${serverPort}`
  const id = await lab.publish(seller, { serverPort, gpu, ...change })
  machines.at(FORM.serverIPv4, serverPort).facts.gpu = found
  await lab.settle()
  return { id, seller, serverPort, offer: await lab.call(getOffer, { params: { id } }) }
}
const listed = async (query: object) =>
  (await lab.call(listOffers, { query: { size: 50, page: 0, ...query } as never })).products.content.map(({ id }) => id)

describe('a machine with GPUs', () => {
  it('states what was declared beside what the check found: page, certificate and series', async () => {
    const { id, seller, offer } = await offered(DECLARED, FOUND)
    expect(offer).toMatchObject({ gpu: DECLARED, isAvailable: true, verification: { measured: { gpu: FOUND } } })
    const { certificate } = await lab.call(getCertificate, { params: { id } })
    expect(certificate).toMatchObject({ declared: { gpu: DECLARED }, check: { measured: { gpu: FOUND } } })
    const { perDay } = await lab.call(checkSeries, { params: { id } })
    expect(perDay).toMatchObject([{ gpuTflops: 82.3, gpuMemoryBandwidth: 912.3 }])
    const shares = await lab.call(listShares, { query: {} as never }, seller)
    expect(shares.content[0]).toMatchObject({ gpu: DECLARED })
  })

  it('is sold with them: they stand on the order of both sides and on the rented machine', async () => {
    for (const gpu of [DECLARED, null]) {
      const { id, seller } = await offered(gpu, gpu && FOUND)
      const buyer = `buyer of ${id}`
      const orderId = await lab.buy(buyer, id)
      await lab.settle()
      const lists = await Promise.all([
        lab.call(listComputeConsume, { query: {} }, buyer),
        lab.call(listComputeProfit, { query: {} }, seller),
        lab.call(listPurchases, { query: {} }, buyer),
      ])
      expect(lists.map(({ content }) => content[0]!.gpu)).toEqual([gpu, gpu, gpu])
      expect(await lab.call(getOrder, { params: { id: orderId } }, buyer)).toMatchObject({ gpu })
    }
  })

  it.each([
    ['no GPU', null],
    ['fewer', { ...FOUND, count: 1 }],
    ['another model', { ...FOUND, model: 'GeForce RTX 3060' }],
    ['less memory', { ...FOUND, vramSize: 12 }],
  ])('is not sold where the check finds %s', async (_, found) => {
    const { id, offer } = await offered(DECLARED, found)
    expect(offer).toMatchObject({
      isAvailable: false,
      unavailableReason: 'differs',
      verification: { state: 'differs', differing: ['gpu'] },
    })
    expect(await listed({ gpuCount: 1 })).not.toContain(id)
  })

  it('says nothing wrong where it has a GPU that was not declared, or none of either', async () => {
    expect((await offered(null, FOUND)).offer).toMatchObject({ gpu: null, isAvailable: true })
    const { offer } = await offered(null, null)
    expect(offer).toMatchObject({ gpu: null, isAvailable: true, verification: { measured: { gpu: null } } })
  })

  it('is found by model, number and memory, and by nothing else of them; the counts are those of the list', async () => {
    const one = await offered(
      { model: 't4', count: 1, vramSize: 15 },
      { ...FOUND, model: 'Tesla T4', count: 1, vramSize: 15 },
    )
    const four = await offered(
      { model: 't4', count: 4, vramSize: 15 },
      { ...FOUND, model: 'Tesla T4', count: 4, vramSize: 15 },
    )
    const none = await offered(null, null)
    const cases: [object, string[]][] = [
      [{ gpuModel: 't4' }, [four.id, one.id]],
      [{ gpuModel: 't4', gpuCount: 2 }, [four.id]],
      [{ gpuModel: 't4', gpuVram: 16 }, []],
      [{ gpuModel: 'h100' }, []],
      [{ gpuModel: 't4', operationSystem: '2' }, []],
    ]
    for (const [query, ids] of cases) {
      expect(await listed(query), JSON.stringify(query)).toEqual(ids)
      const { productCount } = await lab.call(countOffers, { query: query as never })
      expect(productCount, JSON.stringify(query)).toBe(ids.length)
    }
    const any = await listed({ gpuVram: 1 })
    expect(any).toEqual(expect.arrayContaining([one.id, four.id]))
    expect(any).not.toContain(none.id)
  })

  it('loses its check where its seller changes them, keeps them where a change says nothing of them', async () => {
    const { id, seller } = await offered(DECLARED, FOUND)
    const change = (body: object) => lab.call(updateOffer, { params: { id }, body: body as never }, seller)
    await change({ price: '19.90' })
    expect(await lab.call(getOffer, { params: { id } })).toMatchObject({ gpu: DECLARED, isAvailable: true })
    await change({ gpu: { ...DECLARED, count: 4 } })
    expect((await lab.call(getOffer, { params: { id } })).verification.state).toBe('pending')
    await lab.settle()
    expect((await lab.call(getOffer, { params: { id } })).verification.differing).toEqual(['gpu'])
    await change({ gpu: null })
    await lab.settle()
    expect(await lab.call(getOffer, { params: { id } })).toMatchObject({ gpu: null, isAvailable: true })
  })

  it('is of a model the market knows', async () => {
    const publish = lab.publish('seller', { serverPort: 99, gpu: { ...DECLARED, model: 'abacus' } })
    await expect(publish).rejects.toMatchObject({ code: 'compute.option-unknown' })
  })

  it('is read before publishing as the form may declare it', async () => {
    machines.at('9.9.7.1').facts.gpu = { ...FOUND, vramSize: 23.6 }
    const login = { serverIPv4: '9.9.7.1', serverPort: 22, defaultUsername: 'root', defaultPassword: 'seller-made-it' }
    const read = await lab.call(readMachine, { body: login }, 'reader')
    expect(read).toMatchObject({ declaration: { gpu: DECLARED }, measured: { gpu: { driver: '550.54.14' } } })
  })

  it('is compared in price with machines of its GPU only', async () => {
    const like = { cpuCores: 32, price: '90.00' }
    for (let i = 0; i < 5; i++) {
      machines.at(FORM.serverIPv4, lastPort + 1).facts.cpuCores = 32
      await offered(
        { model: 'a100', count: 1, vramSize: 80 },
        { ...FOUND, model: 'A100-SXM4-80GB', vramSize: 80 },
        like,
      )
    }
    const advise = async (query: object) =>
      (await lab.call(advisePrice, { query: { cpuCores: 32, ramSize: 8, ...query } as never }, 'asker')).advice
    expect(await advise({ gpuModel: 'a100' })).toMatchObject({ machines: 5, perDayMiddle: '3.00' })
    expect(await advise({ gpuModel: 't4' })).toBeNull()
    expect(await advise({})).toBeNull()
  })
})
