import type { Configuration } from '../configuration/configuration.js';
import type { CheckRow } from './checkRow.js';

/**
 * Warnings about pools of EVM chains that are no devnets, and that no factory is asked about. The
 * start compares the others with their factory itself. Pure.
 */
export function poolRows({ chains }: Pick<Configuration, 'chains'>): readonly CheckRow[] {
  return chains.flatMap((chain, index): readonly CheckRow[] => {
    const { vm, slug, devnet, swapSources, poolPrices } = chain;
    if (vm !== 'evm' || devnet === true) return [];
    const venues = Array.isArray(swapSources) ? swapSources : [];
    const priced = Object.entries(membersOf(membersOf(poolPrices)['assets']));
    const named = [
      ...venues.map((venue: unknown) => [`swapSources.${textOf(venue)}`, venue] as const),
      ...priced.map(([id, pool]) => [`poolPrices.assets.${id}`, pool] as const),
    ];
    const open = named.filter(([, member]) => membersOf(member)['factory'] === undefined);
    if (open.length === 0) return [];
    return [
      {
        check: 'pools',
        subject: typeof slug === 'string' ? slug : `chains.${String(index)}`,
        result: 'warning',
        message: `no factory vouches for the pools of ${open.map(([place]) => place).join(', ')}`,
        hint: 'Write the factory that created them, or name the network of the chain.',
      },
    ];
  });
}

function textOf(venue: unknown): string {
  return String(membersOf(venue)['id']);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
