import {
  to = appliance_category.ads
  identity = {
    name = "ads"
  }
}
