# By the name of the category, or by its number.
terraform import appliance_category.ads ads
