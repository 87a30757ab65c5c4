import type { ChainInfo } from '@portage/sdk';
import type { Keypair } from '@solana/web3.js';
import { usageError } from '../usageError.js';
import { endpointOf } from './endpointOf.js';
import type { Family, Holder, Signer } from './family.js';
import { isAddressOf } from './isAddressOf.js';

/**
 * Solana; keys are 64 bytes or their first half, the seed, in base58 or as the list of numbers that
 * `solana-keygen` writes.
 */
export const solanaFamily: Family = {
  isAddress: async (text) => isAddressOf((await import('@portage/solana/codec')).solanaCodec, text),
  openSigner,
  readBalances,
};

async function openSigner(key: string, chain: ChainInfo): Promise<Signer> {
  const { createSolanaExecutor, keypairWallet } = await import('@portage/sdk/solana');
  const { Connection } = await import('@solana/web3.js');
  const keypair = await readKeypair(key);
  return {
    address: keypair.publicKey.toBase58(),
    createExecutor: (chains, devnet) =>
      createSolanaExecutor({
        wallet: keypairWallet(keypair),
        connection: new Connection(endpointOf(chain.id, chains, devnet), 'confirmed'),
        chainId: chain.id,
      }),
  };
}

async function readKeypair(text: string): Promise<Keypair> {
  const { Keypair } = await import('@solana/web3.js');
  const bytes = await readBytes(text);
  if (bytes?.length === 32) return Keypair.fromSeed(bytes);
  if (bytes?.length !== 64)
    throw usageError(
      'The secret key is neither 64 bytes nor a seed of 32, in base58 or as a JSON list.',
    );
  try {
    return Keypair.fromSecretKey(bytes);
  } catch {
    throw usageError('The second half of the secret key is not the address of its first half.');
  }
}

/** Bytes of a key; undefined of a text that is none. */
async function readBytes(text: string): Promise<Uint8Array | undefined> {
  if (!text.startsWith('['))
    return (await import('@portage/solana/transaction')).decodeBase58(text);
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isByte) ? Uint8Array.from(list) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a number is a byte: any other would be taken for the one that it leaves over. */
function isByte(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}

async function readBalances({ chain, url, account }: Holder): Promise<ReadonlyMap<string, bigint>> {
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
