import type { ChainInfo } from '@portage/sdk';
import { createPublicClient, erc20Abi, http, isAddress } from 'viem';

/** Balances of an account in all currencies of an EVM chain, by one batch of calls. */
export async function readBalances(
  chain: ChainInfo,
  account: string,
): Promise<ReadonlyMap<string, bigint>> {
  if (!isAddress(account, { strict: false })) throw new Error(`${account} is no address.`);
  const client = createPublicClient({ transport: http(chain.httpRpcUrl, { batch: true }) });
  const tokens = chain.erc20Currencies.map(async ({ address }) => {
    if (!isAddress(address, { strict: false })) return [];
    const call = { abi: erc20Abi, address, functionName: 'balanceOf', args: [account] } as const;
    // A token that cannot be asked hides no other one.
    const amount = await client.readContract(call).catch(() => undefined);
    return amount === undefined ? [] : [[address, amount] as const];
  });
  const native = await client.getBalance({ address: account });
  return new Map([[chain.currency.address, native], ...(await Promise.all(tokens)).flat()]);
}
