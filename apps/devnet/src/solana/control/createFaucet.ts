import {
  createTokenAccount,
  mintTo,
  setUnitLimit,
  transferLamports,
} from '../genesis/instructions.js';
import type { Ledger } from '../chain/createLedger.js';
import { describeError } from '../chain/transactionError.js';
import type { Keypair } from '../keys/openKeyring.js';
import { decodeTransaction } from '../wire/decodeTransaction.js';
import { encodeTransaction } from '../wire/encodeTransaction.js';
import { associatedTokenAddress } from '../wire/findProgramAddress.js';
import { RpcError, rpcCodes } from '../rpc/rpcError.js';

/** Amounts to give, in smallest units. */
export interface Gift {
  readonly lamports: bigint;
  readonly usdc: bigint;
}

/**
 * Gives money with a transaction, which is in the open block when this returns its signature.
 *
 * @throws RpcError
 */
export type Faucet = (recipient: string, gift: Gift) => string;

/** Accounts that a faucet pays from. */
export interface FaucetOptions {
  readonly ledger: Ledger;
  /** Account that holds lamports and may mint the token. */
  readonly keypair: Keypair;
  readonly usdc: string;
}

const unitLimitMin = 100_000;
const unitLimits = 1_000_000;

/**
 * Creates a faucet that pays lamports from its own account and mints USDC into the recipient's
 * associated account.
 */
export function createFaucet({ ledger, keypair, usdc }: FaucetOptions): Faucet {
  let paid = 0;
  return (recipient, gift) => {
    paid += 1;
    const account = associatedTokenAddress(recipient, usdc);
    const instructions = [
      // A limit without a price costs nothing. It distinguishes a payment from an equal one a
      // moment before.
      setUnitLimit(unitLimitMin + (paid % unitLimits)),
      ...(gift.lamports > 0n ? [transferLamports(keypair.address, recipient, gift.lamports)] : []),
      ...(gift.usdc > 0n
        ? [
            createTokenAccount(keypair.address, account, recipient, usdc),
            mintTo(usdc, account, keypair.address, gift.usdc),
          ]
        : []),
    ];
    const transaction = decodeTransaction(
      encodeTransaction(keypair, instructions, ledger.latestBlockhash('processed').blockhash),
    );
    const { error } = ledger.execute(transaction);
    if (error !== undefined)
      throw new RpcError(rpcCodes.internalError, `airdrop failed: ${describeError(error)}`);
    return transaction.signature;
  };
}
