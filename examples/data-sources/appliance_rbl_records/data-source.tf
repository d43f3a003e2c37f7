data "appliance_rbl_records" "mail_servers" {
  database  = "1270002"
  addresses = ["192.0.2.25", "192.0.2.26"]
}

# Each plan warns while one of the mail servers is on the block list.
check "mail_servers_are_not_listed" {
  assert {
    condition     = length(data.appliance_rbl_records.mail_servers.records) == 0
    error_message = "Listed: ${join(", ", data.appliance_rbl_records.mail_servers.records[*].address)}"
  }
}
