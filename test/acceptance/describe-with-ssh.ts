import { sshd } from '../../engine/ssh-server'

/**
 * `describe` where an SSH server is installed. Elsewhere the tests are skipped with a notice, or fail where APPLIANCE_REQUIRE_SSHD says
 * that they must run.
 */
export const describeWithSsh: jest.Describe = ((): jest.Describe => {
  if (sshd) return describe
  const notice = 'No sshd is installed: the tests of ssh:// addresses are skipped.'
  if (process.env.APPLIANCE_REQUIRE_SSHD) throw new Error(notice)
  process.stderr.write(`${notice}\n`)
  return describe.skip
})()
