resource "appliance_category" "ads" {
  name    = "ads"
  sites   = ["doubleclick.net", "adserver.example"]
  compile = false
}

# Compiles the category when you ask for it:
# terraform apply -invoke=action.appliance_compile_category.ads
action "appliance_compile_category" "ads" {
  config {
    id   = appliance_category.ads.id
    site = appliance_category.ads.sites[0]
  }
}
