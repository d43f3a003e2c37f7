data "appliance_site" "shop" {
  domain = "shop.example"
}

# Each plan warns while a category contains the shop.
check "shop_is_reachable" {
  assert {
    condition     = !data.appliance_site.shop.found
    error_message = "shop.example is in ${join(", ", data.appliance_site.shop.categories[*].name)}."
  }
}
