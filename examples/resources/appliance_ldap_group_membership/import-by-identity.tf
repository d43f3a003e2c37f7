import {
  to = appliance_ldap_group_membership.editors["ann.lee"]
  identity = {
    uid = "ann.lee"
    gid = 5002
  }
}
