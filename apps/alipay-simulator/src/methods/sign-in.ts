import { getAccount } from '../accounts/accounts.ts'
import { shanghaiTime } from '../base/clock.ts'
import { GatewayError, invalidCall } from '../base/errors.ts'
import { getSwitches } from '../base/settings.ts'
import type { Handler } from '../world/call.ts'
import { exchangeCode, findToken, refreshToken, type Token } from '../world/sign-in.ts'
import type { World } from '../world/world.ts'

/** alipay.system.oauth.token: the answer has no `code` field; errors come as error_response. */
export const exchangeToken: Handler = (world, call) => {
  const { grant_type: grant, code, refresh_token: refresh } = call.parameters
  if (grant === 'authorization_code') {
    if (!code) throw new GatewayError('40001', 'isv.code-is-empty', '授权码为空')
    const token = exchangeCode(world, code)
    if (token === undefined) throw invalidCall('isv.code-invalid', '授权码code无效')
    return tokenAnswer(world, token)
  }
  if (grant === 'refresh_token') {
    if (!refresh) throw new GatewayError('40001', 'isv.refresh-token-is-empty', '刷新令牌为空')
    const token = refreshToken(world, refresh)
    if (token === undefined) throw invalidCall('isv.refresh-token-invalid', '刷新令牌refresh_token无效')
    return tokenAnswer(world, token)
  }
  throw invalidCall('isv.grant-type-invalid', '授权类型grant_type无效')
}

/** alipay.user.info.share: who the auth_token belongs to. */
export const shareUserInfo: Handler = (world, call) => {
  const token = findToken(world, call.parameters.auth_token ?? '')
  if (token === undefined) throw new GatewayError('20001', 'aop.invalid-auth-token', '无效的访问令牌')
  if (token.scope !== 'auth_user') throw new GatewayError('40006', 'isv.insufficient-user-permissions', '用户权限不足')
  const account = getAccount(world.store, token.userId)
  return {
    code: '10000',
    msg: 'Success',
    ...identity(world, token.userId),
    avatar: `${world.publicUrl}/avatars/${account.userId}.svg`,
    nick_name: account.nickName,
    province: '上海市',
    city: '上海市',
  }
}

function tokenAnswer(world: World, token: Token): Record<string, unknown> {
  const now = world.clock.nowMs()
  return {
    ...identity(world, token.userId),
    access_token: token.accessToken,
    expires_in: String(Math.floor((token.expiresAt - now) / 1000)),
    refresh_token: token.refreshToken,
    re_expires_in: String(Math.floor((token.refreshExpiresAt - now) / 1000)),
    auth_start: shanghaiTime(now),
  }
}

function identity(world: World, userId: string): Record<string, string> {
  if (!getSwitches(world.store).usesOpenId) return { user_id: userId }
  return { open_id: getAccount(world.store, userId).openId }
}
