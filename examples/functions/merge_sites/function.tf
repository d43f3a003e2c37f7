locals {
  headquarters = ["ads.example", "www.tracker.example"]
  branches = {
    rome = ["Tracker.example"]
    oslo = ["banner.example"]
  }
}

# One list of three sites: tracker.example is listed twice, in two spellings.
resource "appliance_category" "ads" {
  name  = "ads"
  sites = provider::appliance::merge_sites(local.headquarters, values(local.branches)...)
}
