# There is one directory service on each appliance.
terraform import appliance_ldap_service.directory openldap
