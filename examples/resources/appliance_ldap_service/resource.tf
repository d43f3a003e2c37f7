# Installs the service if it is missing, and starts it if it is stopped. A destroy leaves it running.
resource "appliance_ldap_service" "directory" {
  timeouts = {
    create = "20m"
  }
}
