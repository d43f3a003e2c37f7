# Data that the appliance returns and that the configuration does not manage.

data "appliance_interfaces" "all" {}

data "appliance_rbl_databases" "all" {}

output "interfaces_up" {
  description = "Network interfaces that are up."
  value = [
    for interface in data.appliance_interfaces.all.interfaces : interface.name if contains(interface.flags, "up")
  ]
}

output "record_databases" {
  description = "DNSBL/RBL databases, with the number of their records."
  value       = { for database in data.appliance_rbl_databases.all.databases : database.id => database.item_count }
}
