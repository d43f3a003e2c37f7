declare module 'postject' {
  /** Puts a resource into an executable file, which is rewritten. */
  export function inject(
    file: string,
    resourceName: string,
    resource: Uint8Array,
    options: { readonly sentinelFuse: string },
  ): Promise<void>
}
