import type { MachineLogin } from '../steps.ts'
import { FLEET } from '../world/facts.ts'
import { json } from '../world/site.ts'
import { facts } from '../world/world.ts'

/** The fleet's machines with their logins as they are now: five alike, one more of them, and one without an address. */
export async function readFleet(): Promise<{ alike: MachineLogin[]; another: MachineLogin; hidden: MachineLogin }> {
  const logins = await json<MachineLogin[]>(facts.fleetUrl)
  const reached = logins.filter((_, i) => FLEET[i]!.hasAddress)
  return { alike: reached.slice(0, -1), another: reached.at(-1)!, hidden: logins.at(-1)! }
}
