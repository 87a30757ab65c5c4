import type { Facade } from '@portage/core/plugin';
import { lifi } from '@portage/lifi-facade';

/** Interfaces of other services that the service brings; an operator turns them on by name. */
const builtinFacades: readonly Facade[] = [lifi];

/** Names of the interfaces that the service brings. */
export const facadeNames: readonly string[] = builtinFacades.map(({ name }) => name);

/** Interfaces that an operator named. */
export function facadesOf(names: readonly string[]): readonly Facade[] {
  return builtinFacades.filter(({ name }) => names.includes(name));
}
