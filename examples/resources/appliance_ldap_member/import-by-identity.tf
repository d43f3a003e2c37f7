import {
  to = appliance_ldap_member.ann
  identity = {
    uid = "ann.lee"
  }
}
