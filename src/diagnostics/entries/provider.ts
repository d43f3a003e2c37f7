import { warning } from '../diagnostic'

// Of the configuration of this provider.

export const tlsInsecure = warning('tls-insecure', 'Certificates of the appliance are not checked', () => [
  'With tls.insecure anyone on the way can read the token and change the answers.',
  'Set tls.ca_certificate instead.',
])
