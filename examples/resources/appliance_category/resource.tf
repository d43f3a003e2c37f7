resource "appliance_category" "ads" {
  name        = "ads"
  description = "Blocked for everyone"
  sites       = ["doubleclick.net", "adserver.example", "203.0.113.80"]
}

# Takes its sites out of whichever other category holds them.
resource "appliance_category" "trackers" {
  name        = "trackers"
  sites       = ["pixel.example", "bücher.example"]
  on_conflict = "move"

  lifecycle {
    # With another name, the new category is there before the old one gives its sites up.
    create_before_destroy = true
  }
}

# Its sites stay active when the configuration no longer declares them.
resource "appliance_category" "partners" {
  name       = "partners"
  sites      = ["www.supplier.example"]
  on_destroy = "keep"
}
