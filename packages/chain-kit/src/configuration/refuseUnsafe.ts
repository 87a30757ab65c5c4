import type { z } from 'zod';
import { operatorOf, type EndpointSetting } from '../endpoint/endpointAddress.js';
import type { FinalityTier } from '../follow/createFinality.js';

/** Settings that decide what a chain's word is worth, with an empty list where no tier is given. */
export interface TrustSettings {
  readonly rpcUrls: readonly EndpointSetting[];
  readonly quorum?: number | undefined;
  readonly devnet: boolean;
  readonly finality: readonly FinalityTier[];
}

/** Tiers of a family. */
export interface FamilyTiers {
  /** Tiers of a devnet that names none. */
  readonly finality: readonly FinalityTier[];
  /** Tiers that an operator is shown who has named none. Default: those of a devnet. */
  readonly finalityExample?: readonly FinalityTier[] | undefined;
}

/**
 * Completes the settings of a chain: a devnet without tiers gets those of its family. Elsewhere
 * money rests on these settings, so nothing has a default: a chain without tiers is refused, and so
 * is one that a single operator's word is enough for.
 *
 * @param family - tiers of the family
 * @example
 * ```ts
 * const schema = z.strictObject(chainSettingsShape(family)).transform(refuseUnsafe(family));
 * ```
 */
export function refuseUnsafe({
  finality,
  finalityExample = finality,
}: FamilyTiers): <Settings extends TrustSettings>(
  settings: Settings,
  context: z.core.$RefinementCtx,
) => Settings {
  return (settings, context) => {
    const { devnet } = settings;
    const refuse = (path: readonly string[], message: string): void =>
      context.addIssue({ code: 'custom', path: [...path], message });
    const operators = new Set(
      settings.rpcUrls.map((endpoint) => operatorOf(endpoint, { isDevnet: devnet })),
    ).size;
    const { quorum } = settings;
    if (quorum !== undefined && quorum > operators)
      refuse(
        ['quorum'],
        `a quorum of ${String(quorum)} needs endpoints of as many operators, there are ${String(operators)}`,
      );
    if (!devnet && operators < 2)
      refuse(
        ['rpcUrls'],
        'has endpoints of one operator alone, who would be believed whatever it tells: name endpoints of at least two, as in { "url": "https://…", "operator": "acme" }, or "devnet": true for a chain without money',
      );
    else if (!devnet && quorum === 1)
      refuse(['quorum'], 'must be at least 2: one endpoint alone would be believed');
    if (!devnet && settings.finality.length === 0)
      refuse(
        ['finality'],
        `is missing: name tiers by the worth of a deposit in whole USD, as in ${JSON.stringify(finalityExample)}, or "devnet": true for a chain without money`,
      );
    return settings.finality.length > 0 ? settings : { ...settings, finality: [...finality] };
  };
}
