import type { ChainCurrency, ChainInfo } from '@portage/sdk';
import { createPublicClient, erc20Abi, http, isAddress, type Hex } from 'viem';

/** Account on a chain, and the endpoint that is asked. */
export interface Holder {
  readonly chain: ChainInfo;
  readonly url: string;
  readonly account: string;
}

/** Amount of a currency, smallest units. */
export type Balances = (currency: ChainCurrency) => bigint;

/** Reads what an account holds of the currencies of a chain. */
export async function readBalances(holder: Holder): Promise<Balances> {
  const amounts = holder.chain.vmType === 'svm' ? await readSolana(holder) : await readEvm(holder);
  return ({ address }) => amounts.get(address) ?? 0n;
}

async function readEvm({ chain, url, account }: Holder): Promise<ReadonlyMap<string, bigint>> {
  const client = createPublicClient({ transport: http(url) });
  const owner = hexOf(account);
  const native = await client.getBalance({ address: owner });
  const tokens = await Promise.all(
    chain.erc20Currencies.map(async ({ address }) => {
      const amount = await client.readContract({
        abi: erc20Abi,
        address: hexOf(address),
        functionName: 'balanceOf',
        args: [owner],
      });
      return [address, amount] as const;
    }),
  );
  return new Map([[chain.currency.address, native], ...tokens]);
}

function hexOf(text: string): Hex {
  if (!isAddress(text, { strict: false })) throw new Error(`"${text}" is no address.`);
  return text;
}

async function readSolana({ chain, url, account }: Holder): Promise<ReadonlyMap<string, bigint>> {
  const { Connection, PublicKey } = await import('@solana/web3.js');
  const connection = new Connection(url, 'confirmed');
  const owner = new PublicKey(account);
  const native = await connection.getBalance(owner);
  const tokens = await Promise.all(
    chain.erc20Currencies.map(async ({ address }) => {
      const mint = new PublicKey(address);
      const { value } = await connection.getTokenAccountsByOwner(owner, { mint });
      return [
        address,
        value.reduce((sum, { account: { data } }) => sum + amountIn(data), 0n),
      ] as const;
    }),
  );
  return new Map([[chain.currency.address, BigInt(native)], ...tokens]);
}

/** Amount of a token account: eight bytes after mint and owner. */
function amountIn(data: Buffer): bigint {
  return data.readBigUInt64LE(64);
}
