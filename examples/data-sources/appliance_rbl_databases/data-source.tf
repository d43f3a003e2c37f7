data "appliance_rbl_databases" "all" {}

output "enabled_databases" {
  description = "Indexes of the databases in use, by description."
  value = {
    for database in data.appliance_rbl_databases.all.databases : database.description => database.id if database.enabled
  }
}
