# Policies for reviews of the appliance:
#
#   appliance review plan.tfplan --format json --names 1000000 > review.json
#   opa eval --data examples/policies --input review.json --fail-defined --format pretty 'data.appliance.deny[_]'
#
# With --fail-defined, the exit code is 1 if a policy is violated. settings.json has the values to change. A pipeline that knows the labels of a
# pull request gives them as a further file: {"pull_request": {"labels": ["many-removals"]}}.
package appliance

import rego.v1

# A plan that failed has changes that nobody saw.
deny contains "The review is incomplete." if input.outcome == "failed"

deny contains "This is not a report of appliance review." if not input.totals

deny contains message if {
	some change in input.changes
	change.action == "move"
	change.subject.kind == "category"
	change.subject.name in data.settings.protected_categories
	message := sprintf("Category %s loses %v to category %s.", [change.subject.name, counted(change), change.to.name])
}

deny contains message if {
	some change in input.changes
	change.section in {"removed", "lost"}
	change.subject.kind == "category"
	change.subject.name in data.settings.protected_categories
	message := sprintf("Category %s loses %v.", [change.subject.name, counted(change)])
}

deny contains message if {
	totals := input.totals
	removed := (totals.sites_removed + totals.sites_removed_if_present) + totals.sites_possibly_removed
	removed > data.settings.most_removed_sites
	not data.settings.label_for_removals in labels
	message := sprintf(
		"Up to %d sites are removed, and at most %d may be. Set the label %s if that is intended.",
		[removed, data.settings.most_removed_sites, data.settings.label_for_removals],
	)
}

deny contains message if {
	input.totals.public_suffixes > 0
	message := sprintf("Public suffixes are added: %d. Each includes every domain below.", [input.totals.public_suffixes])
}

# An organization that is known only after the apply is missing here, and so not one of these.
deny contains message if {
	some change in input.changes
	change.subject.kind == "member"
	change.action in {"create", "adopt", "update", "replace"}
	not object.get(change, "organization", "") in data.settings.organizations
	message := sprintf("Member %s is in organization %s.", [change.subject.name, object.get(change, "organization", "(unknown)")])
}

default labels := []

labels := data.pull_request.labels

counted(change) := "1 site" if change.names.count == 1

counted(change) := sprintf("%d sites", [change.names.count]) if change.names.count != 1

counted(change) := "all sites" if not change.names
