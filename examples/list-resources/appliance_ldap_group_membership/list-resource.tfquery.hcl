# The groups of two members.
list "appliance_ldap_group_membership" "staff" {
  for_each = toset(["ann.lee", "bob.ray"])
  provider = appliance

  config {
    uid = each.key
  }
}
