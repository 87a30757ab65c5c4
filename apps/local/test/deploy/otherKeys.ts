import { randomBytes } from 'node:crypto';
import { keyWallet } from '@portage/sdk/bitcoin';
import { base58 } from '@scure/base';
import { freshSolanaKey, type FreshSolanaKey } from '../../../service/test/freshSolanaKey.js';

/** Keys of an operator on Solana, and of the account that tries the service. */
export type SolanaTrialKeys = Readonly<
  Record<'deployer' | 'owner' | 'guardian' | 'solver' | 'allocator' | 'payer', FreshSolanaKey>
>;

/** A key of Bitcoin: 32 bytes in hex, and its P2WPKH address on a regtest. */
export interface BitcoinTrialKey {
  readonly secret: string;
  readonly address: string;
}

/** Keys of an operator on Bitcoin, and of the account that tries the service. */
export type BitcoinTrialKeys = Readonly<Record<'solver' | 'allocator' | 'payer', BitcoinTrialKey>>;

/** Draws keys of Solana. */
export function drawSolanaKeys(): SolanaTrialKeys {
  return {
    deployer: freshSolanaKey(),
    owner: freshSolanaKey(),
    guardian: freshSolanaKey(),
    solver: freshSolanaKey(),
    allocator: freshSolanaKey(),
    payer: freshSolanaKey(),
  };
}

/** A key as wallets of Solana write it: the seed and the public key, 64 bytes in base58. */
export function walletKey({ secret, address }: FreshSolanaKey): string {
  return base58.encode(Uint8Array.from([...base58.decode(secret), ...base58.decode(address)]));
}

/** Draws keys of Bitcoin. */
export async function drawBitcoinKeys(): Promise<BitcoinTrialKeys> {
  const draw = async (): Promise<BitcoinTrialKey> => {
    const bytes = randomBytes(32);
    return { secret: bytes.toString('hex'), address: await keyWallet(bytes, 'regtest').address() };
  };
  return { solver: await draw(), allocator: await draw(), payer: await draw() };
}

/** Variables of the environment that hold these keys for the commands of the service. */
export function otherVariables(
  solana: SolanaTrialKeys,
  bitcoin: BitcoinTrialKeys,
): Readonly<Record<string, string>> {
  return {
    PORTAGE_SVM_DEPLOYER_KEY: solana.deployer.secret,
    PORTAGE_SVM_SOLVER_KEY: solana.solver.secret,
    PORTAGE_SVM_ALLOCATOR_KEY: solana.allocator.secret,
    PORTAGE_BVM_SOLVER_KEY: bitcoin.solver.secret,
    PORTAGE_BVM_ALLOCATOR_KEY: bitcoin.allocator.secret,
  };
}
