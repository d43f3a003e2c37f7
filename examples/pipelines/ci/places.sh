# Sets STACK, FOLDER, PLAN, TOOLS and CERTIFICATE to what places.mjs finds. A script reads this one in its own shell, with . ,
# and names the folder of both in ci before.
found=$(node "$ci/places.mjs")
value_of() {
  printf '%s\n' "$found" | sed -n "s/^$1=//p"
}
STACK=$(value_of stack)
FOLDER=$(value_of folder)
PLAN=$(value_of plan)
TOOLS=$(value_of tools)
CERTIFICATE=$(value_of certificate)
export STACK FOLDER PLAN TOOLS CERTIFICATE
