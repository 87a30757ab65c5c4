import type { Chain } from '@portage/core/chain';
import type { EndpointProfile } from '@portage/core/plugin';
import type { CheckRow } from './checkRow.js';

const tags = ['safe', 'finalized'] as const;
type Tag = (typeof tags)[number];

/** Powers of ten of micro-USD up to which a deposit is looked at: tiers are further apart. */
const powersMax = 24;

/**
 * A warning for each tag of blocks for which deposits wait though too few endpoints know it: its
 * height stays at 0 then, and such a deposit is never final.
 */
export function finalityRows(
  { connection, finality }: Pick<Chain, 'connection' | 'finality'>,
  profiles: readonly EndpointProfile[],
  subject: string,
): readonly CheckRow[] {
  const { quorum: needed = 0 } = connection ?? {};
  const awaited = awaitedTags(finality);
  return tags.flatMap((tag): readonly CheckRow[] => {
    if (!awaited.has(tag) || !profiles.some((profile) => heightOf(profile, tag) !== undefined))
      return [];
    const knowing = profiles.filter((profile) => typeof heightOf(profile, tag) === 'number');
    if (knowing.length >= needed) return [];
    return [
      {
        check: 'finality',
        subject,
        result: 'warning',
        message: `${String(knowing.length)} of ${String(profiles.length)} endpoints know the block "${tag}", and ${String(needed)} must agree on it: a deposit whose tier waits for it is never paid.`,
        hint: `Name more endpoints that know "${tag}", or a number of blocks in "finality".`,
      },
    ];
  });
}

/** Tags that deposits of any worth wait for. */
function awaitedTags(finality: Chain['finality']): ReadonlySet<unknown> {
  return new Set(
    Array.from({ length: powersMax + 1 }, (_, power) =>
      finality.confirmations(10n ** BigInt(power)),
    ),
  );
}

/** Height that an endpoint tells; null where it does not know the tag, undefined where unasked. */
function heightOf(profile: EndpointProfile, tag: Tag): number | null | undefined {
  return tag === 'safe' ? profile.safeHeight : profile.finalizedHeight;
}
