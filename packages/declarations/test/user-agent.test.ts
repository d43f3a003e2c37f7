import { userAgentOf } from '../src/user-agent'

const node = `Node.js/${process.versions.node}`
const provider = 'terraform-provider-appliance/0.0.0-dev'

test.each([
  ['1.11.4', undefined, `Terraform/1.11.4 (+https://www.terraform.io) ${provider} ${node}`],
  [
    '1.12.0-beta1+x',
    ' pipeline/7 (web filter) ',
    `Terraform/1.12.0-beta1+x (+https://www.terraform.io) ${provider} ${node} pipeline/7 (web filter)`,
  ],
  ['', 'x', `${provider} ${node} x`],
  ['1.11.4\r\nX: y', '', `${provider} ${node}`],
  ['', 'a'.repeat(256), `${provider} ${node} ${'a'.repeat(256)}`],
  ['', 'a'.repeat(257), `${provider} ${node}`],
  ['', 'a\r\nX-Auth-Token: b', `${provider} ${node}`],
  ['', 'München', `${provider} ${node}`],
])('the user agent under version "%s" with %j', (version, added, expected) => {
  expect(userAgentOf(version, { TF_APPEND_USER_AGENT: added })).toBe(expected)
})
