# The login of the member.
terraform import appliance_ldap_member.ann ann.lee
