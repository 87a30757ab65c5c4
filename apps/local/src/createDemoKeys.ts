import type { Service } from '@portage/service';

/** Key that the dashboard of a devnet offers to newcomers. */
export interface DemoKey {
  readonly name: string;
  readonly secret: string;
  /** Whether its sponsor pays fees of the swap page. */
  readonly isSponsor: boolean;
}

/** Money that the sponsor of the app has, in micro-USD. */
const sponsorMicroUsd = 100_000_000n;
const sponsor = 'demo-app';

/**
 * Makes the keys of a devnet: an operator's, and one of an app with a sponsor. Those of an earlier
 * start, whose secrets are gone, are revoked.
 */
export async function createDemoKeys({ access, settlement }: Service): Promise<readonly DemoKey[]> {
  const keys = [
    { name: 'Operator', key: { rights: ['operator'] } },
    { name: 'App', key: { sponsor } },
  ] as const;
  const names = keys.map(({ name }) => nameOf(name));
  for (const { id, name, revokedAt } of await access.keys.list())
    if (names.includes(name) && revokedAt === undefined) await access.keys.revoke(id);
  await settlement.sponsors.credit({ account: sponsor, microUsd: sponsorMicroUsd, ref: sponsor });
  return Promise.all(
    keys.map(async ({ name, key }) => {
      const { secret } = await access.keys.create({ name: nameOf(name), ...key });
      return { name, secret, isSponsor: 'sponsor' in key };
    }),
  );
}

const nameOf = (name: string): string => `devnet: ${name}`;
