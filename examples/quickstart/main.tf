# Categories of websites on an appliance. Its address and its token come from the environment (README.md).

terraform {
  required_providers {
    appliance = {
      source  = "webfilter/appliance"
      version = "~> 0.1"
    }
  }
}

provider "appliance" {}

locals {
  blocked = {
    ads      = ["doubleclick.net", "adserver.example", "203.0.113.80"]
    trackers = ["pixel.example", "analytics.example"]
  }
}

# One category for each entry of the map.
resource "appliance_category" "blocked" {
  for_each = local.blocked

  name        = each.key
  description = "Web filter: ${each.key}"
  sites       = each.value
}

# The sites of this category stay active when you remove it from the configuration.
resource "appliance_category" "partners" {
  name       = "partners"
  sites      = ["www.supplier.example", "bücher.example"]
  on_destroy = "keep"
}

# The category as the appliance returns it.
data "appliance_category" "partners" {
  id = appliance_category.partners.id
}

output "blocked" {
  description = "Numbers of the blocked categories on the appliance."
  value       = { for name, category in appliance_category.blocked : name => category.id }
}

output "partners_table" {
  description = "Table in which the appliance stores the sites of the partners."
  value       = data.appliance_category.partners.table
}
