# The organization and the number of the group. The data source appliance_ldap_groups lists the numbers.
terraform import appliance_ldap_group.editors acme/5002
