variable "reported" {
  description = "Sites that users have reported."
  type        = list(string)
  default     = ["login.phishing.example", "mail.phishing.example", "192.0.2.1"]
}

# The whole domain of each reported site. An address has none, and is listed itself. A public suffix such as github.io fails.
resource "appliance_category" "reported" {
  name = "reported"
  sites = provider::appliance::merge_sites([
    for site in var.reported :
    can(regex("^[0-9.]+$", site)) ? site : provider::appliance::registrable_domain(site)
  ])
}
