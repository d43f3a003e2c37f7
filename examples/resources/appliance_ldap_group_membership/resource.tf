variable "initial_password" {
  type      = string
  ephemeral = true
}

locals {
  members = {
    "ann.lee" = { first_name = "Ann", last_name = "Lee" }
    "bob.ray" = { first_name = "Bob", last_name = "Ray" }
  }
}

resource "appliance_ldap_member" "editors" {
  for_each = local.members

  uid                 = each.key
  first_name          = each.value.first_name
  last_name           = each.value.last_name
  email               = "${each.key}@example.org"
  organization        = "acme"
  password_wo         = var.initial_password
  password_wo_version = 1
}

resource "appliance_ldap_group" "editors" {
  name         = "editors"
  organization = "acme"
}

# Adds the members above to the group. Other members of the group stay in it.
resource "appliance_ldap_group_membership" "editors" {
  for_each = appliance_ldap_member.editors

  uid = each.value.uid
  gid = appliance_ldap_group.editors.gid
}
