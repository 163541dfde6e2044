import { ContractError } from '@trove/contract/errors/codes'
import type { FastifyRequest } from 'fastify'

/**
 * A page of another site may not open a WebSocket: the origin is the configured one or the host that was asked. Programs
 * send no Origin; the ticket authenticates.
 * @throws ContractError `session.forbidden`
 */
export function requireOwnPage(request: FastifyRequest, siteOrigin: string | undefined): void {
  const { origin } = request.headers
  if (origin === undefined || origin === siteOrigin) return
  if (origin !== `${request.protocol}://${request.host}`) throw new ContractError('session.forbidden')
}
