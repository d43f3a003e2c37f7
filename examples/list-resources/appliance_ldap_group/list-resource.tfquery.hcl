# The groups of all organizations.
list "appliance_ldap_group" "all" {
  provider = appliance
  limit    = 1000
}

# The groups of one organization.
list "appliance_ldap_group" "acme" {
  provider = appliance

  config {
    organization = "acme"
  }
}
