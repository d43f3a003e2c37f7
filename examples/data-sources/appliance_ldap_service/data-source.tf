data "appliance_ldap_service" "directory" {}

# Each plan warns while the directory service does not run.
check "directory_runs" {
  assert {
    condition     = data.appliance_ldap_service.directory.running
    error_message = "The directory service does not run."
  }
}
