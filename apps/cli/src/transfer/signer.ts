import type { ChainInfo, Executor } from '@portage/sdk';
import type { DevnetFile } from '../devnetFile.js';
import { usageError } from '../usageError.js';
import { toEvmAccount, type KeyOf } from './account.js';
import { createKeyExecutor, endpointOf } from './createKeyExecutor.js';

/** Account on the chain that is paid from. */
export interface Signer {
  readonly address: string;
  /** Wallet that signs for the account. */
  createExecutor(chains: readonly ChainInfo[], devnet: DevnetFile | undefined): Executor;
}

/** Makes the signer of a key on a chain. @throws InvalidArgumentError */
export async function openSigner(keyOf: KeyOf, chain: ChainInfo): Promise<Signer> {
  if (chain.vmType === 'svm') return await openSolanaSigner(keyOf('svm'), chain);
  if (chain.vmType !== 'evm')
    throw usageError(
      `${chain.name} cannot be paid from here: keys are those of EVM chains and of Solana. Use an executor of @portage/sdk.`,
    );
  const account = toEvmAccount(keyOf('evm'));
  return {
    address: account.address,
    createExecutor: (chains, devnet) => createKeyExecutor(account, chains, devnet),
  };
}

/** Libraries of Solana are loaded only for its keys. */
async function openSolanaSigner(key: string, chain: ChainInfo): Promise<Signer> {
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

/** A secret key in base58, or as the list of numbers that `solana-keygen` writes. */
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
