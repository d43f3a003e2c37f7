# A category of the security team.
resource "appliance_category" "malware" {
  name  = "malware"
  sites = ["dropper.example"]
}

# Sites of the help desk. Each list is managed separately.
resource "appliance_category_sites" "help_desk" {
  category_id = appliance_category.malware.id
  name        = "help desk"
  sites       = ["phishing.example", "prize-draw.example"]
}

# A list that is published in several files, each of which can be compressed.
resource "appliance_category_sites" "published" {
  category_id = appliance_category.malware.id
  name        = "published"
  sites_files = fileset(path.module, "published/*.txt")
}

# A longer list, from a file beside the configuration.
resource "appliance_category_sites" "feed" {
  category_id = appliance_category.malware.id
  name        = "feed"
  sites_file  = "${path.module}/feed.txt"
}
