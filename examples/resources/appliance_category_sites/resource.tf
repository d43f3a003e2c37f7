# A category that the security team owns.
resource "appliance_category" "malware" {
  name  = "malware"
  sites = ["dropper.example"]
}

# What another team adds to it. Each list is managed by itself.
resource "appliance_category_sites" "help_desk" {
  category_id = appliance_category.malware.id
  name        = "help desk"
  sites       = ["phishing.example", "prize-draw.example"]
}

# A list of any size, one site per line, from a file beside the configuration.
resource "appliance_category_sites" "feed" {
  category_id = appliance_category.malware.id
  name        = "feed"
  sites_file  = "${path.module}/feed.txt"
}
