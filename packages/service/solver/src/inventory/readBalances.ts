import type { Chain } from '@portage/core/chain';

/**
 * Balances of an account by currency. A token that cannot be read is left out, which is not the
 * same as zero, and the others are compared all the same.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where not even the native currency can be read
 */
export async function readBalances(
  { assets, native, balances }: Chain,
  account: string,
): Promise<ReadonlyMap<string, bigint>> {
  const read = await Promise.all(
    assets.map(async ({ address }) => {
      const balance = balances.read(account, address);
      const amount = await (address === native.address ? balance : balance.catch(() => undefined));
      return amount === undefined ? [] : ([[address, amount]] as const);
    }),
  );
  return new Map(read.flat());
}
