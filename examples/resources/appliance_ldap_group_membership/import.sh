# The login of the member and the number of the group.
terraform import 'appliance_ldap_group_membership.editors["ann.lee"]' ann.lee/5002
