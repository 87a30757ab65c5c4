/** Where a constant was read, and when. */
export interface Source {
  /**
   * A page, `package@version#path`, or a page of this repository where the constant is a choice of
   * ours, as in `docs/decisions/networks.md#finality-of-networks`.
   */
  readonly source: string;
  /** Day of the last comparison, as in `2026-11-27`. */
  readonly date: string;
}

/** Sources by the paths of constants; a path stands for everything below it. */
export type Sources = Readonly<Record<string, Source>>;

/** Constants with their sources beside them. */
export interface Sourced {
  readonly sources: Sources;
}

/**
 * Source of a constant of a network: that of its own path, else of the nearest one above it.
 *
 * @param path - place in the network, as in `tokens.usdc.address`
 * @example
 * ```ts
 * sourceOf(network('base'), 'tokens.usdc.address')?.source;
 * ```
 */
export function sourceOf({ sources }: Sourced, path: string): Source | undefined {
  for (let place = path; ; place = place.slice(0, place.lastIndexOf('.'))) {
    const source = sources[place];
    if (source !== undefined || !place.includes('.')) return source;
  }
}
