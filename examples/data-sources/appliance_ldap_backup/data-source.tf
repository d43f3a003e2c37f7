data "appliance_ldap_backup" "last" {}

# Each plan warns while the last backup is older than a week.
check "directory_is_backed_up" {
  assert {
    condition     = try(timecmp(timeadd(data.appliance_ldap_backup.last.time, "168h"), plantimestamp()) > 0, false)
    error_message = "The directory was not backed up in the last week."
  }
}
