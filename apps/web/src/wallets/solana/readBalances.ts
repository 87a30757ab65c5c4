import type { ChainInfo } from '@portage/sdk';
import { isRecord } from '../../storage/isRecord.js';

/** Place of the amount in a token account: after mint and owner, 32 bytes each. */
const amountOffset = 64;

/** Balances of an account in all currencies of Solana, by plain calls of its JSON-RPC. */
export async function readBalances(
  chain: ChainInfo,
  account: string,
): Promise<ReadonlyMap<string, bigint>> {
  const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = await fetch(chain.httpRpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const body: unknown = await answer.json();
    const result = isRecord(body) ? body['result'] : undefined;
    if (!isRecord(result)) throw new Error(`${chain.displayName} did not answer.`);
    return result['value'];
  };
  const native = call('getBalance', [account, { commitment: 'confirmed' }]);
  const tokens = chain.erc20Currencies.map(async ({ address }) => {
    const options = { encoding: 'base64', commitment: 'confirmed' };
    const value = await call('getTokenAccountsByOwner', [account, { mint: address }, options]);
    const accounts: readonly unknown[] = Array.isArray(value) ? value : [];
    return [address, accounts.reduce<bigint>((sum, each) => sum + amountOf(each), 0n)] as const;
  });
  const lamports = await native;
  if (typeof lamports !== 'number') throw new Error(`${chain.displayName} told no balance.`);
  return new Map([[chain.currency.address, BigInt(lamports)], ...(await Promise.all(tokens))]);
}

/** Amount of one token account in base64; eight bytes, the lowest first. */
function amountOf(entry: unknown): bigint {
  const account = isRecord(entry) ? entry['account'] : undefined;
  const data: unknown = isRecord(account) ? account['data'] : undefined;
  const text: unknown = Array.isArray(data) ? data[0] : undefined;
  if (typeof text !== 'string') return 0n;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return new DataView(bytes.buffer).getBigUint64(amountOffset, true);
}
