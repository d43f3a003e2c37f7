/**
 * The `User-Agent` of requests, by the convention of providers: the versions of the engine, of the provider and of what runs it, and what
 * `TF_APPEND_USER_AGENT` adds for a pipeline or a module. Of that variable it takes up to 256 characters of printable ASCII, and else nothing.
 *
 * @param terraformVersion as the engine says it; empty for requests of the command
 */
export function userAgentOf(
  terraformVersion: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const added = environment.TF_APPEND_USER_AGENT?.trim() ?? ''
  return [
    ...(/^[\w.+-]{1,64}$/.test(terraformVersion)
      ? [`Terraform/${terraformVersion} (+https://www.terraform.io)`]
      : []),
    `terraform-provider-appliance/${process.env.APPLIANCE_VERSION ?? '0.0.0-dev'}`,
    `Node.js/${process.versions.node}`,
    ...(/^[ -~]{1,256}$/.test(added) ? [added] : []),
  ].join(' ')
}
