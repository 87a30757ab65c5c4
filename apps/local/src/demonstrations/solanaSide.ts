import { solanaChain } from '@portage/devnet';
import { createSolanaExecutor, keypairWallet, solanaCodec } from '@portage/sdk/solana';
import { Connection, Keypair, PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import type { DemonstrationContext } from './demonstration.js';
import type { Side } from './side.js';

/** Solana chain with an account of the devnet. */
export function createSolanaSide({ devnet, account: index }: DemonstrationContext): Side {
  const { rpcUrl, accounts } = solanaChain(devnet.description);
  const known = accounts[index];
  if (known === undefined) throw new Error('The devnet has no such account on Solana.');
  const connection = new Connection(rpcUrl, 'confirmed');
  const keypair = Keypair.fromSecretKey(bs58.decode(known.secretKey));
  return {
    executor: createSolanaExecutor({ wallet: keypairWallet(keypair), connection }),
    user: keypair.publicKey.toBase58(),
    freshAccount: () => Keypair.generate().publicKey.toBase58(),
    balanceOf: async ({ address }, holder) => {
      const owner = new PublicKey(holder);
      if (address === solanaCodec.nativeCurrency) return BigInt(await connection.getBalance(owner));
      const { value } = await connection.getParsedTokenAccountsByOwner(owner, {
        mint: new PublicKey(address),
      });
      return value.reduce((sum, { account }) => sum + readAmount(account.data.parsed), 0n);
    },
  };
}

/** Amount of a token account. */
function readAmount(parsed: unknown): bigint {
  // The RPC parses token accounts into this shape, which web3.js leaves untyped.
  const { info } = parsed as {
    readonly info: { readonly tokenAmount: { readonly amount: string } };
  };
  return BigInt(info.tokenAmount.amount);
}
