import type { Chains } from '@portage/core/chain';
import type { RebalancePath } from '@portage/core/plugin';
import { bridgePaths } from './bridgePaths.js';

/**
 * Paths between the chains as they are now: those of their canonical bridges, and further ones. A
 * chain that opens late brings its bridges with it.
 *
 * @example
 * ```ts
 * const paths = createPaths(chains);
 * paths().map(({ name }) => name); // ['canonical']
 * ```
 */
export function createPaths(
  chains: Pick<Chains, 'all'>,
  further: readonly RebalancePath[] = [],
): () => readonly RebalancePath[] {
  let known = chains.all;
  let paths = [...bridgePaths(known), ...further];
  return () => {
    if (known !== chains.all) {
      known = chains.all;
      paths = [...bridgePaths(known), ...further];
    }
    return paths;
  };
}
