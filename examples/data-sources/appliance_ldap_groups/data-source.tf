data "appliance_ldap_groups" "acme" {
  organization = "acme"
}

# The numbers of the groups by their names.
output "gids" {
  value = { for group in data.appliance_ldap_groups.acme.groups : group.name => group.gid }
}
