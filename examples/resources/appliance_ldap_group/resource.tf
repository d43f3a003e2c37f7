resource "appliance_ldap_service" "directory" {}

resource "appliance_ldap_group" "editors" {
  name         = "editors"
  organization = "acme"

  depends_on = [appliance_ldap_service.directory]
}
