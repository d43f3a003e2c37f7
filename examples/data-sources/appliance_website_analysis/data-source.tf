data "appliance_website_analysis" "supplier" {
  website = "www.supplier.example:443"
}

# Each plan warns while the appliance cannot reach the website through its proxy.
check "supplier_is_reachable" {
  assert {
    condition     = data.appliance_website_analysis.supplier.proxy_error == false
    error_message = "Not reachable: ${coalesce(data.appliance_website_analysis.supplier.proxy_error_str, "no reason given")}"
  }
}
