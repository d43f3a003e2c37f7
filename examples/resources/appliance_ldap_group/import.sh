# By organization and number of the group, as the data source appliance_ldap_groups lists them.
terraform import appliance_ldap_group.editors acme/5002
