resource "appliance_category" "games" {
  name  = "games"
  sites = ["play.example", "chess.example"]
}

# What the appliance tells of it. A category that is not declared here is found by its name: name = "games".
data "appliance_category" "games" {
  id = appliance_category.games.id
}

output "games" {
  description = "Where the appliance stores the sites, and how many there are, those of others included."
  value = {
    table = data.appliance_category.games.table
    sites = data.appliance_category.games.item_count
  }
}
