import { z } from 'zod';
import { feeOf, readComputeBudget } from '../../chain/computeBudget.js';
import type { Outcome, Simulation } from '../../chain/createBank.js';
import { resolveKeys } from '../../chain/resolveKeys.js';
import { describeError } from '../../chain/transactionError.js';
import { WireError } from '../../wire/createReader.js';
import {
  decodeMessage,
  decodeTransaction,
  transactionBytesMax,
  type Transaction,
} from '../../wire/decodeTransaction.js';
import { readBase58 } from '../../wire/readBase58.js';
import { defineMethod, inContext, slotFor, type Method, type RpcContext } from '../defineMethod.js';
import { encodeInner, encodeReturnData } from '../encode/encodeTransaction.js';
import {
  addressSchema,
  commitmentSchema,
  configOf,
  countSchema,
  stateConfig,
} from '../parameters.js';
import { invalidParams, RpcError, rpcCodes } from '../rpcError.js';
import { encodeIfThere } from './accountMethods.js';

const wireEncoding = z.enum(['base58', 'base64']).default('base58');
/** Characters of the largest transaction in base58 or base64, at most. */
const wireTextMax = 1_700;
const wireText = z.string().max(wireTextMax);
/**
 * Lamports of one airdrop, at most, so that the RPC's numbers stay exact and the faucet does not
 * run dry.
 */
const airdropMax = 100_000_000_000_000;

const sendConfig = configOf({
  encoding: wireEncoding,
  skipPreflight: z.boolean().default(false),
  preflightCommitment: commitmentSchema,
  maxRetries: countSchema.nullish(),
  minContextSlot: countSchema.nullish(),
});

const simulateConfig = configOf({
  ...stateConfig,
  encoding: wireEncoding,
  sigVerify: z.boolean().default(false),
  replaceRecentBlockhash: z.boolean().default(false),
  innerInstructions: z.boolean().default(false),
  accounts: z
    .object({
      addresses: z.array(addressSchema).max(100),
      encoding: z.enum(['base64', 'jsonParsed']).default('base64'),
    })
    .nullish(),
});

/** Methods that send and simulate transactions. */
export const sendMethods: Readonly<Record<string, Method>> = {
  sendTransaction: defineMethod(
    [wireText, sendConfig],
    (
      context,
      text,
      { encoding, skipPreflight, preflightCommitment: commitment, minContextSlot },
    ) => {
      const transaction = decode(text, encoding);
      slotFor(context, { commitment, minContextSlot });
      if (!skipPreflight) preflight(context, transaction, commitment);
      context.intake.submit(transaction);
      return transaction.signature;
    },
  ),
  simulateTransaction: defineMethod([wireText, simulateConfig], (context, text, config) => {
    const transaction = decode(text, config.encoding);
    const slot = slotFor(context, config);
    if (config.sigVerify && config.replaceRecentBlockhash)
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
    const usable =
      config.replaceRecentBlockhash ||
      context.ledger.isUsable(transaction.message, config.commitment);
    const result = usable
      ? context.ledger.bank.simulate(transaction, { verifySignatures: config.sigVerify })
      : notFound;
    if (result.error === 'SignatureFailure')
      throw new RpcError(
        rpcCodes.signatureVerificationFailure,
        'Transaction signature verification failure',
      );
    const wanted = config.accounts ?? undefined;
    const accounts =
      wanted?.addresses.map((address) =>
        encodeIfThere(
          context,
          result.accounts.get(address) ?? context.ledger.account(address, 'processed'),
          wanted,
        ),
      ) ?? null;
    const inner = config.innerInstructions
      ? {
          innerInstructions: encodeInner(
            result,
            resolveKeys(transaction.message, context.ledger.bank.account),
            'jsonParsed',
          ),
        }
      : {};
    return inContext(slot, {
      ...encodeOutcome(result),
      ...inner,
      accounts,
      replacementBlockhash: config.replaceRecentBlockhash
        ? context.ledger.latestBlockhash(config.commitment)
        : null,
    });
  }),
  getFeeForMessage: defineMethod([wireText, configOf(stateConfig)], (context, text, config) => {
    const slot = slotFor(context, config);
    const message = understood(() => decodeMessage(Buffer.from(text, 'base64')));
    if (!context.ledger.isUsable(message, config.commitment)) return inContext(slot, null);
    return inContext(
      slot,
      Number(feeOf(message.signers, readComputeBudget(message.instructions, message.accountKeys))),
    );
  }),
  requestAirdrop: defineMethod(
    [addressSchema, countSchema.min(1).max(airdropMax), configOf(stateConfig)],
    ({ faucet }, address, lamports) => faucet(address, { lamports: BigInt(lamports), usdc: 0n }),
  ),
};

const notFound: Simulation = {
  landed: false,
  error: 'BlockhashNotFound',
  logs: [],
  inner: [],
  unitsConsumed: 0,
  returnData: undefined,
  accounts: new Map(),
};

function preflight(
  { ledger }: RpcContext,
  transaction: Transaction,
  commitment: z.output<typeof commitmentSchema>,
): void {
  const refused = ledger.isUsable(transaction.message, commitment)
    ? ledger.refuse(transaction)
    : notFound;
  const outcome = refused ?? ledger.bank.simulate(transaction, { verifySignatures: true });
  if (outcome.error === undefined) return;
  if (outcome.error === 'SignatureFailure')
    throw new RpcError(
      rpcCodes.signatureVerificationFailure,
      'Transaction signature verification failure',
    );
  throw new RpcError(
    rpcCodes.preflightFailure,
    `Transaction simulation failed: ${describeError(outcome.error)}`,
    encodeOutcome(outcome),
  );
}

/**
 * Result of a simulation, with every member that a node shows: null where nothing was asked for.
 * The size of what a transaction loads is not counted here.
 */
function encodeOutcome({ error, logs, unitsConsumed, returnData }: Outcome): {
  readonly err: unknown;
  readonly logs: readonly string[];
  readonly accounts: null;
  readonly unitsConsumed: number;
  readonly loadedAccountsDataSize: null;
  readonly returnData: unknown;
  readonly innerInstructions: null;
  readonly replacementBlockhash: null;
} {
  return {
    err: error ?? null,
    logs,
    accounts: null,
    unitsConsumed,
    loadedAccountsDataSize: null,
    returnData: returnData === undefined ? null : encodeReturnData(returnData),
    innerInstructions: null,
    replacementBlockhash: null,
  };
}

function decode(text: string, encoding: 'base58' | 'base64'): Transaction {
  const bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : readBase58(text);
  if (bytes === undefined) throw invalidParams(`invalid ${encoding} encoding`);
  if (bytes.length > transactionBytesMax)
    throw invalidParams(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${transactionBytesMax} bytes)`,
    );
  return understood(() => decodeTransaction(bytes));
}

function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireError)
      throw invalidParams(
        `failed to deserialize solana_transaction::versioned::VersionedTransaction: ${error.message}`,
      );
    throw error;
  }
}
