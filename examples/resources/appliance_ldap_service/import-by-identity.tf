import {
  to = appliance_ldap_service.directory
  identity = {
    id = "openldap"
  }
}
