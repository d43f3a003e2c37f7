resource "appliance_category" "ads" {
  name        = "ads"
  description = "Advertising"
  sites       = ["doubleclick.net", "adserver.example", "203.0.113.80"]
}

# Removes its sites from other categories that contain them.
resource "appliance_category" "trackers" {
  name        = "trackers"
  sites       = ["pixel.example", "bücher.example"]
  on_conflict = "move"

  lifecycle {
    # After a change of the name, the new category is filled before the sites leave the old one.
    create_before_destroy = true
  }
}

# A destroy leaves its sites active.
resource "appliance_category" "partners" {
  name       = "partners"
  sites      = ["www.supplier.example"]
  on_destroy = "keep"
}
