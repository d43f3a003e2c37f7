data "appliance_ldap_member" "administrator" {
  uid = "eve.may"
}

output "groups_of_the_administrator" {
  value = data.appliance_ldap_member.administrator.groups[*].name
}
