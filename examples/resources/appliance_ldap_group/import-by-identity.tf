import {
  to = appliance_ldap_group.editors
  identity = {
    organization = "acme"
    gid          = 5002
  }
}
