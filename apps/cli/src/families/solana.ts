import type { ChainInfo } from '@portage/sdk';
import { usageError } from '../usageError.js';
import { endpointOf } from './endpointOf.js';
import type { Family, Holder, Signer } from './family.js';
import { isAddressOf } from './isAddressOf.js';

/** Solana; keys are 64 bytes, in base58 or as the list of numbers that `solana-keygen` writes. */
export const solanaFamily: Family = {
  isAddress: async (text) => isAddressOf((await import('@portage/solana/codec')).solanaCodec, text),
  openSigner,
  readBalances,
};

async function openSigner(key: string, chain: ChainInfo): Promise<Signer> {
  const { createSolanaExecutor, keypairWallet } = await import('@portage/sdk/solana');
  const { Connection, Keypair } = await import('@solana/web3.js');
  const keypair = Keypair.fromSecretKey(await readSecretKey(key));
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

async function readSecretKey(text: string): Promise<Uint8Array> {
  const { decodeBase58 } = await import('@portage/solana/transaction');
  try {
    const bytes = text.startsWith('[')
      ? // What is no list of bytes has another length.
        Uint8Array.from(JSON.parse(text) as number[])
      : decodeBase58(text);
    if (bytes?.length === 64) return bytes;
  } catch {
    // The same sentence for every text that is no key.
  }
  throw usageError('The secret key is not 64 bytes, in base58 or as a JSON list.');
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
