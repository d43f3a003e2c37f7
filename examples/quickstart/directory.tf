# Members and groups of the user directory. They need its socket (README.md): without it, leave this file out.

variable "first_password" {
  description = "Password with which members log in for the first time."
  type        = string
  sensitive   = true
}

# Installs the directory service where it is not there yet, and waits until it runs.
resource "appliance_ldap_service" "directory" {}

resource "appliance_ldap_group" "groups" {
  for_each = toset(["staff", "editors"])

  name         = each.key
  organization = "example"
  depends_on   = [appliance_ldap_service.directory]
}

resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann.lee@example.org"
  organization = "example"
  gid          = appliance_ldap_group.groups["staff"].gid

  # It is kept in the state. With Terraform 1.11 or newer, password_wo keeps it out of there.
  password = var.first_password
}

# Beside her own group, she is in another one.
resource "appliance_ldap_group_membership" "ann_edits" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.groups["editors"].gid
}
