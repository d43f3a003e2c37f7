import type { Incidents } from '@webfilter/appliance-client'
import { error } from '@webfilter/terraform-plugin/diagnostics'
import { settingName } from './wording'

// Requests to the user directory that did not go through ssh.

const about = { group: 'not-reached', canBeWarning: true } as const

export const sshProgramMissing = error(
  'ssh-program-missing',
  'The program ssh cannot be started',
  ({ request, said, program }: Incidents['ssh-program-missing']) => [
    `The provider could not start ${program}: ${said}. The request was ${request}.`,
    'Install the OpenSSH client on the machine that runs Terraform: the package is openssh-client on Debian, Ubuntu and Alpine, and ' +
      'openssh-clients on Red Hat and SUSE. If the program has another name, set APPLIANCE_SSH to it, without arguments.',
  ],
  about,
)

export const sshHostUnknown = error(
  'ssh-host-unknown',
  'The host key of the SSH server is not known',
  ({ request, said, host, port }: Incidents['ssh-host-unknown']) => [
    unsent(request, said),
    `Run ssh-keyscan ${port === undefined ? '' : `-p ${port} `}${host} | tee new-keys | ssh-keygen -lf -, and compare the fingerprint with the one that ` +
      'ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub prints on the appliance. If they are the same, append new-keys to ~/.ssh/known_hosts, or ' +
      'to the file in endpoints.directory.ssh.known_hosts_file.',
  ],
  about,
)

export const sshHostKeyChanged = error(
  'ssh-host-key-changed',
  'The host key of the SSH server has changed',
  ({ request, said }: Incidents['ssh-host-key-changed']) => [
    unsent(request, said),
    'Find out why the key has changed: a reinstalled appliance has a new key, but so does an attacker. Compare the fingerprint with the one ' +
      'that ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub prints on the appliance, and only then replace the old line of known_hosts.',
  ],
  about,
)

export const sshPermissionDenied = error(
  'ssh-permission-denied',
  'The SSH server does not accept the login',
  ({ request, said, address }: Incidents['ssh-permission-denied']) => [
    unsent(request, said),
    `Check the user in ${settingName(address)}, that the public key is in authorized_keys on the appliance, and that the account is not locked there. Set ` +
      'endpoints.directory.ssh.identity_file to another private key if needed. The provider never asks for a passphrase or a password: load an ' +
      'encrypted key into ssh-agent first; passwords are not supported.',
  ],
  about,
)

export const sshForwardRefused = error(
  'ssh-forward-refused',
  'The SSH server does not forward requests to the socket',
  ({ request, said, address }: Incidents['ssh-forward-refused']) => [
    `The login succeeded, but the SSH server did not forward the request: ${said}. The request was ${request}.`,
    `ssh reports four causes alike. On the appliance, check that the path in ${settingName(address)} is that of the socket, that the user can ` +
      'read and write it, that the REST service listens on it, and that sshd_config and authorized_keys permit the forward ' +
      '(AllowStreamLocalForwarding, AllowTcpForwarding, PermitOpen).',
  ],
  about,
)

export const sshFailed = error(
  'ssh-failed',
  'No SSH connection was made',
  ({ request, said, address, program, host, user, port }: Incidents['ssh-failed']) => [
    unsent(request, said),
    `Check ${settingName(address)} and the configuration of ssh. As the user who runs Terraform, run ` +
      `${program} -N ${port === undefined ? '' : `-p ${port} `}${user === undefined ? '' : `${user}@`}${host} with -v to see each step.`,
  ],
  about,
)

export const sshEnded = error(
  'ssh-ended',
  'The SSH connection was lost before the answer was complete',
  ({ request, said }: Incidents['ssh-ended']) => [
    `The request was sent, but the SSH connection was lost before the answer was complete: ${said}. The request was ${request}.`,
    'Check the network and the log of the SSH server, then run the same command again.',
  ],
  about,
)

function unsent(request: string, said: string): string {
  return `Could not connect over SSH: ${said}. The request was ${request}.`
}
