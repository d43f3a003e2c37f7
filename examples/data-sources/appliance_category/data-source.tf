resource "appliance_category" "games" {
  name  = "games"
  sites = ["play.example", "chess.example"]
}

# To read a category that this configuration does not declare, set name = "games" instead.
data "appliance_category" "games" {
  id = appliance_category.games.id
}

output "games" {
  description = "Table in which the appliance stores the sites, and their number, including sites that others added."
  value = {
    table = data.appliance_category.games.table
    sites = data.appliance_category.games.item_count
  }
}
