/** What happens to what is in the directory while its service does not run. */
export const withoutService =
  'While the directory service is stopped, switched off or not installed nothing can be read, and a plan fails and says so. Where ' +
  '`appliance_ldap_service` is in the same configuration and named in `depends_on`, the state stands instead, and the apply starts ' +
  'or installs the service first. What is missing then, as after a removal of the service, is created again by the plan after that. ' +
  'A destroy fails while the service does not run: apply first, or forget what went with the service by `terraform state rm`.'
