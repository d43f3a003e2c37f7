import { sshd } from '../../engine/ssh-server'
import { describeWith } from '../lanes/installed'

/** `describe` where an SSH server is installed. */
export const describeWithSsh = describeWith(
  sshd,
  'APPLIANCE_REQUIRE_SSHD',
  'No sshd is installed: the tests of ssh:// addresses are skipped.',
)
