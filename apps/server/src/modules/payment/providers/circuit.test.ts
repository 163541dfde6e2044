import { expect, test } from 'vitest'
import { createCircuit } from './circuit.ts'

function circuitAt() {
  const at = { ms: 0 }
  return { at, circuit: createCircuit(undefined, () => at.ms) }
}

test('three calls in a row without an answer open it for five seconds, and an answer closes it', () => {
  const { at, circuit } = circuitAt()
  circuit.failed()
  circuit.failed()
  expect(circuit.isOpen()).toBe(false)
  circuit.failed()
  expect(circuit.isOpen()).toBe(true)
  at.ms = 4999
  expect(circuit.isOpen()).toBe(true)
  at.ms = 5000
  expect(circuit.isOpen()).toBe(false)
  circuit.failed()
  expect(circuit.isOpen()).toBe(true)
  circuit.succeeded()
  expect(circuit.isOpen()).toBe(false)
})

test('after its rest one call is let through at a time until one is answered, not all at once', () => {
  const { at, circuit } = circuitAt()
  for (let i = 0; i < 3; i++) circuit.failed()
  expect(circuit.tryPass()).toBe(false)
  at.ms = 5000
  expect([1, 2, 3].map(() => circuit.tryPass())).toEqual([true, false, false])
  expect(circuit.isOpen()).toBe(true)
  circuit.failed()
  at.ms = 9999
  expect(circuit.tryPass()).toBe(false)
  at.ms = 10_000
  expect([1, 2].map(() => circuit.tryPass())).toEqual([true, false])
  circuit.succeeded()
  expect([1, 2, 3].map(() => circuit.tryPass())).toEqual([true, true, true])
})

test('a call that tries and never ends keeps the others out no longer than a rest', () => {
  const { at, circuit } = circuitAt()
  for (let i = 0; i < 3; i++) circuit.failed()
  at.ms = 5000
  expect(circuit.tryPass()).toBe(true)
  at.ms = 10_000
  expect(circuit.tryPass()).toBe(true)
})

test('answers nobody can vouch for do not open it while any other can be verified', () => {
  const { circuit } = circuitAt()
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 19; i++) circuit.unverified()
    expect(circuit.isOpen()).toBe(false)
    circuit.succeeded()
  }
})

test('twenty in a row that nobody can vouch for open it: no payment could be confirmed', () => {
  const { at, circuit } = circuitAt()
  for (let i = 0; i < 20; i++) circuit.unverified()
  expect(circuit.isOpen()).toBe(true)
  at.ms = 5000
  expect(circuit.isOpen()).toBe(false)
})
