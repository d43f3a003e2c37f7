# The kind, the node and the common name of the certificate.
terraform import appliance_certificate.console self_signed/0/proxy.example.org
