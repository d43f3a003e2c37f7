# Installed if it is not there, and started if it is stopped. A destroy leaves it as it is.
resource "appliance_ldap_service" "directory" {
  timeouts = {
    create = "20m"
  }
}
