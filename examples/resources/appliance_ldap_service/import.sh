# Each appliance has one directory service.
terraform import appliance_ldap_service.directory openldap
