/** What plans and destroys of the directory do while its service does not run. */
export const withoutService =
  'While the directory service is stopped, switched off or not installed, the provider cannot read the directory, and a plan fails. ' +
  'If the configuration also has `appliance_ldap_service`, and names it in `depends_on`, the plan keeps the state instead, and the ' +
  'apply starts or installs the service first. The next plan then creates again what is missing, for example after the service was ' +
  'uninstalled. A destroy fails while the service does not run: apply first, or use `terraform state rm` for what was deleted with ' +
  'the service.'
