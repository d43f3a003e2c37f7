# Rejects a wrong site when the configuration is validated, with the name of the variable.
variable "exception" {
  type    = string
  default = "www.Partner.example"

  validation {
    condition     = can(provider::appliance::normalize_site(var.exception))
    error_message = "The exception must be a domain or an IPv4 address."
  }
}

# Returns partner.example.
output "exception" {
  value = provider::appliance::normalize_site(var.exception)
}
