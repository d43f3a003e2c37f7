# A certificate for the console. The appliance cannot withdraw it: a change adds another one.
resource "appliance_certificate" "console" {
  self_signed = {
    certificate_name  = "Console"
    common_name       = "proxy.example.org"
    alternative_names = ["proxy.example.org", "console.example.org"]
    country_name      = "DE"
    organization_name = "Example GmbH"
    key_size          = 4096

    certificate_max_days = 825
  }
}

# A signing request. The certificate center must already contain the data of this name.
resource "appliance_certificate" "request" {
  signing_request = {
    common_name = "mail.example.org"
  }
}

# A server certificate, built from certificate number 7 of the certificate center.
resource "appliance_certificate" "server" {
  server = {
    certificate_id    = 7
    common_name       = "intranet.example.org"
    alternative_names = ["www.intranet.example.org"]
  }
}
