resource "appliance_ldap_group" "sales" {
  organization = "acme"
  name         = "sales"

  lifecycle {
    action_trigger {
      events  = [before_update]
      actions = [action.appliance_backup_directory.before_changes]
    }
  }
}

# Starts a backup of the user directory before each change to the group.
action "appliance_backup_directory" "before_changes" {
  config {
    timeout = "1m"
  }
}
