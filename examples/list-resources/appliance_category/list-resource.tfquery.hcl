# The categories whose name contains "ads", at most 500 of them.
list "appliance_category" "ads" {
  provider = appliance
  limit    = 500

  config {
    name_contains = "ads"
  }
}
