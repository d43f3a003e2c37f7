data "appliance_ldap_groups" "acme" {
  organization = "acme"
}

# Numbers of the groups, by name.
output "gids" {
  value = { for group in data.appliance_ldap_groups.acme.groups : group.name => group.gid }
}
