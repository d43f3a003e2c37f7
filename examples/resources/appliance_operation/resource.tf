resource "appliance_category" "ads" {
  name    = "ads"
  sites   = ["doubleclick.net", "adserver.example"]
  compile = false
}

# Compiles the category after each change to its sites.
resource "appliance_operation" "compile" {
  name = "category_compile"
  arguments = {
    category_id = appliance_category.ads.id
    site        = appliance_category.ads.sites[0]
  }
  triggers = { sites = sha256(jsonencode(appliance_category.ads.sites)) }
}

# Archives all category data each time the number changes.
resource "appliance_operation" "backup" {
  name     = "category_backup"
  triggers = { number = "1" }
}
