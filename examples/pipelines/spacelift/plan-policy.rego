# A plan policy of Spacelift: denies what the review refuses, and shows its warnings.
package spacelift

import rego.v1

review := input.third_party_metadata.custom.appliance

# Without a review, nothing is known of the plan.
deny contains "There is no review of the plan. The log of the run says why." if not review

deny contains sprintf("The plan could not be reviewed: %s", [review.verdict]) if review.outcome in {"failed", "incomplete"}

deny contains finding.text if {
	some finding in review.findings
	finding.level == "fatal"
}

warn contains finding.text if {
	some finding in review.findings
	finding.level == "warning"
}
