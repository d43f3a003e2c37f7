locals {
  # A short list in any published format. Exceptions and other rules are left out.
  published = <<-EOT
    # Trackers
    0.0.0.0 tracker.example www.counter.example
    ||pixel.example^
    @@||allowed.example^
  EOT
}

resource "appliance_category" "trackers" {
  name  = "trackers"
  sites = provider::appliance::parse_sites(local.published, "skip")
}
