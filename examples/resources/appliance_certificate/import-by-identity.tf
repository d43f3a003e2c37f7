import {
  to = appliance_certificate.console
  identity = {
    id = "self_signed/0/proxy.example.org"
  }
}
