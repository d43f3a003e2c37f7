data "appliance_website_analysis" "supplier" {
  website = "www.supplier.example:443"
}

# Warns in every plan while the appliance does not get there through its proxy.
check "supplier_is_reachable" {
  assert {
    condition     = data.appliance_website_analysis.supplier.proxy_error == false
    error_message = "Not reachable: ${coalesce(data.appliance_website_analysis.supplier.proxy_error_str, "no reason given")}"
  }
}
