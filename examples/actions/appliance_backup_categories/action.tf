resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["doubleclick.net", "adserver.example"]

  lifecycle {
    action_trigger {
      events  = [before_update]
      actions = [action.appliance_backup_categories.before_changes]
    }
  }
}

# Archives all category data before each change to the sites.
action "appliance_backup_categories" "before_changes" {
  config {
    timeout = "1m"
  }
}
