data "appliance_categories" "all" {}

# Names and numbers of all categories, including those of the console and of other configurations.
output "categories" {
  value = { for category in data.appliance_categories.all.categories : category.name => category.id }
}
