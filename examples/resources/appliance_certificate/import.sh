# By what it is, its node and its common name.
terraform import appliance_certificate.console self_signed/0/proxy.example.org
