# Our own mail servers must never be on the block list.
resource "appliance_rbl_delisting" "mail_servers" {
  database  = "1270002"
  addresses = ["192.0.2.25", "192.0.2.26", "198.51.100.25"]
}
