# Set it with TF_VAR_initial_password. It is stored in neither the plan nor the state.
variable "initial_password" {
  type      = string
  ephemeral = true
}

resource "appliance_ldap_service" "directory" {}

resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann.lee@example.org"
  organization = "acme"
  title        = "Editor"
  mobile       = "+49 170 5550100"

  # Change the version to send a new password.
  password_wo         = var.initial_password
  password_wo_version = 1

  depends_on = [appliance_ldap_service.directory]
}
