data "appliance_categories" "all" {}

# Names and numbers of the categories that somebody made in the console, or another configuration did.
output "categories" {
  value = { for category in data.appliance_categories.all.categories : category.name => category.id }
}
