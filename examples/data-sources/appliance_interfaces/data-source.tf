data "appliance_interfaces" "all" {}

output "ipv4_addresses" {
  description = "IPv4 addresses of the interfaces that are up, except for the loopback interface."
  value = flatten([
    for interface in data.appliance_interfaces.all.interfaces : [
      for address in interface.addresses : address.address if address.family == "ipv4"
    ] if contains(interface.flags, "up") && !contains(interface.flags, "loopback")
  ])
}
