terraform {
  required_providers {
    appliance = {
      source = "webfilter/appliance"
    }
  }

  backend "local" {
    path = "../states/proxy.tfstate"
  }
}

resource "appliance_category" "ads" {
  name  = "Advertising"
  sites = ["doubleclick.net", "adserver.example"]
}

resource "appliance_category" "games" {
  name  = "Games"
  sites = ["play.example"]
}

resource "appliance_category" "old" {
  name  = "Old"
  sites = ["old.example"]
}

resource "appliance_ldap_group" "editors" {
  name         = "editors"
  organization = "acme"
}

resource "appliance_ldap_member" "ann" {
  uid                 = "ann.lee"
  first_name          = "Ann"
  last_name           = "Lee"
  email               = "ann.lee@example.org"
  organization        = "acme"
  password_wo         = "given at first"
  password_wo_version = 1
}

resource "appliance_ldap_group_membership" "ann-editor" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.editors.gid
}
