# Members and groups of the user directory. They require its socket (README.md): without it, delete this file.

variable "first_password" {
  description = "Password with which members log in for the first time."
  type        = string
  sensitive   = true
}

# Installs the directory service if it is not installed, and waits until it runs.
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

  # The state contains this password. With Terraform 1.11 or newer, use password_wo to keep it out of the state.
  password = var.first_password
}

# A second group, in addition to her own.
resource "appliance_ldap_group_membership" "ann_edits" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.groups["editors"].gid
}
