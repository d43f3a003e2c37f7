resource "appliance_hostname" "this" {
  hostname = "proxy.example.org"
}
