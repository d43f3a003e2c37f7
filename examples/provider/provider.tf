terraform {
  required_providers {
    appliance = {
      source  = "webfilter/appliance"
      version = "~> 0.1"
    }
  }
}

# Set the token with the environment variable APPLIANCE_TOKEN.
provider "appliance" {
  base_url = "https://proxy.example.org"

  # The user directory listens only on a socket. Forward it to this machine: see the guide "The directory's socket".
  endpoints = {
    directory = { url = "unix:///run/user/1000/appliance-directory.sock" }
  }
}
