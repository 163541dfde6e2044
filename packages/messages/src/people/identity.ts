import { say } from '../kit/say.ts'

/** Names the server gives to people; the texts of the screens are in login.ts and profile.ts. */
export const identity = {
  defaultNickName: say('众享用户{{suffix}}', 'Trove user {{suffix}}'),
  /** What stands in place of the name of somebody who left. */
  deletedName: say('已注销用户', 'Deleted account'),
  demoExpert: say('林一舟', 'Lin Yizhou'),
  demoNames: {
    seller: say('演示卖家', 'Demo seller'),
    buyer: say('演示买家', 'Demo buyer'),
    expert: say('演示专家', 'Demo expert'),
    operator: say('演示运营', 'Demo operator'),
    secondOperator: say('演示运营二', 'Second demo operator'),
  },
} as const
