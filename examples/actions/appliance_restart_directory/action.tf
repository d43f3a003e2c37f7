# Restarts the directory service when you ask for it:
# terraform apply -invoke=action.appliance_restart_directory.now
action "appliance_restart_directory" "now" {
  config {
    timeout = "10m"
  }
}
