import type { Configuration } from '../configuration/configuration.js';
import { fillCeilings } from '../configuration/fillCeilings.js';
import type { CheckRow } from './checkRow.js';

/** Families whose fills pay a fee to a chain, which may become dear. */
const feeFamilies = new Set(['evm', 'svm', 'bvm']);

/** Warnings about chains that are no devnets and let the fee of a fill cost anything. Pure. */
export function ceilingRows({ chains }: Pick<Configuration, 'chains'>): readonly CheckRow[] {
  const ceilings = fillCeilings({ chains });
  return chains.flatMap(({ vm, slug, devnet }, index): readonly CheckRow[] => {
    const name = typeof slug === 'string' ? slug : `chains.${String(index)}`;
    if (devnet === true || !feeFamilies.has(vm) || ceilings[name] !== undefined) return [];
    return [
      {
        check: 'ceiling',
        subject: name,
        result: 'warning',
        message: 'fillUsdMax is missing: the fee of one fill may cost anything',
        hint: 'Write whole USD, or name the network of the chain.',
      },
    ];
  });
}
