# The name or the number of the category.
terraform import appliance_category.ads ads
