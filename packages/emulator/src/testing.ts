// For tests against an emulated appliance: the names that it stores, single requests to it, and what its analyses find around it.
export { get, type Received, type Sent, send } from './testing/requests'
export {
  type NameServer,
  type Running,
  startNameServer,
  startProxy,
  startSecureWebsite,
} from './testing/websites'
