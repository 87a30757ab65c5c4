/** Code whose faults cost money, and the tests that have to notice them. Paths are below the root. */
export const targets: Readonly<
  Record<string, { readonly mutate: readonly string[]; readonly tests: readonly string[] }>
>;
