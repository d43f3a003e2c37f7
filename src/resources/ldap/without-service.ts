/** What happens to what is in the directory while its service does not run. */
export const withoutService =
  'While the directory service is stopped nothing can be read, and a plan fails and says so. Where `appliance_ldap_service` is in ' +
  'the same configuration and named in `depends_on`, the state stands instead, and the apply starts the service first.'
