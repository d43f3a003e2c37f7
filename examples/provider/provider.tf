terraform {
  required_providers {
    appliance = {
      source  = "webfilter/appliance"
      version = "~> 0.1"
    }
  }
}

# The token comes from the environment variable APPLIANCE_TOKEN.
provider "appliance" {
  base_url = "https://proxy.example.org"

  # The user directory listens on a socket alone: forward it to this machine, as the guide "The directory's socket" says.
  endpoints = {
    directory = { url = "unix:///run/user/1000/appliance-directory.sock" }
  }
}
