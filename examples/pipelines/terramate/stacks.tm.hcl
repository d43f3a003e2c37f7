# Scripts of Terramate for the root of a repository in which each folder in stacks/ has a stack.tm.hcl. Enable them with
# terramate.config.experiments.
terramate {
  config {
    experiments = ["scripts"]
  }
}

script "appliance" "plan" {
  description = "Plan the stack, and keep the plan and its messages beside it"
  job {
    # The messages contain the warnings of the provider.
    commands = [
      ["terraform", "init", "-input=false", "-lockfile=readonly"],
      ["sh", "-c", "umask 077 && terraform plan -input=false -json -out=plan.tfplan > plan.messages.json"],
    ]
  }
}
