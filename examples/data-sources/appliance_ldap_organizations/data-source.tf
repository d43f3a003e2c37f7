data "appliance_ldap_organizations" "all" {}

output "organizations" {
  value = data.appliance_ldap_organizations.all.organizations
}
