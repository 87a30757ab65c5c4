import { base58 } from '@scure/base';
import type { InnerInstruction, Outcome } from '../../chain/createBank.js';
import type { TransactionRecord } from '../../chain/ledgerState.js';
import type { ResolvedKeys } from '../../chain/resolveKeys.js';
import type { TokenBalance } from '../../chain/tokenBalances.js';
import type { CompiledInstruction, Message } from '../../wire/decodeTransaction.js';
import { RpcError, rpcCodes } from '../rpcError.js';
import { encodeTokenAmount } from './encodeTokenAmount.js';
import { parseInstruction } from './parseInstruction.js';

/** Format of a transaction. */
export interface TransactionFormat {
  readonly encoding: 'json' | 'jsonParsed' | 'base58' | 'base64';
  /** Newest version that the caller understands; by default legacy transactions only. */
  readonly maxSupportedTransactionVersion?: number | null | undefined;
}

/**
 * Writes a transaction with its result.
 *
 * @throws RpcError when its version is not understood by the one who asks
 */
export function encodeTransaction(record: TransactionRecord, format: TransactionFormat): object {
  const { version } = record.transaction.message;
  const max = format.maxSupportedTransactionVersion ?? undefined;
  if (max === undefined && version !== 'legacy') {
    throw new RpcError(
      rpcCodes.unsupportedTransactionVersion,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  }
  return {
    transaction: encodeBody(record, format.encoding),
    meta: encodeMeta(record, format.encoding),
    ...(max === undefined ? {} : { version }),
  };
}

function encodeBody(
  { transaction, keys }: TransactionRecord,
  encoding: TransactionFormat['encoding'],
): unknown {
  const { bytes, signatures, message } = transaction;
  if (encoding === 'base64') return [Buffer.from(bytes).toString('base64'), encoding];
  if (encoding === 'base58') return [base58.encode(bytes), encoding];
  const lookups =
    message.version === 'legacy'
      ? {}
      : {
          addressTableLookups: message.lookups.map(({ table, writable, readonly }) => ({
            accountKey: table,
            writableIndexes: writable,
            readonlyIndexes: readonly,
          })),
        };
  const head = { recentBlockhash: message.blockhash, ...lookups };
  if (encoding === 'json') {
    const { signers, readonlySigners, readonlyOthers, accountKeys, instructions } = message;
    const header = {
      numRequiredSignatures: signers,
      numReadonlySignedAccounts: readonlySigners,
      numReadonlyUnsignedAccounts: readonlyOthers,
    };
    return {
      signatures,
      message: {
        header,
        accountKeys,
        ...head,
        instructions: instructions.map((instruction) => encodeCompiled(instruction, null)),
      },
    };
  }
  const accountKeys = encodeKeys(message, keys);
  return {
    signatures,
    message: {
      accountKeys,
      ...head,
      instructions: message.instructions.map((instruction) =>
        parseInstruction(instruction, keys.all, null),
      ),
    },
  };
}

/** Writes the result of a transaction. */
export function encodeMeta(
  {
    outcome,
    keys,
    feeLamports,
    preBalances,
    postBalances,
    preTokenBalances,
    postTokenBalances,
  }: TransactionRecord,
  encoding: TransactionFormat['encoding'],
): unknown {
  const { error, logs, unitsConsumed, returnData } = outcome;
  return {
    err: error ?? null,
    status: error === undefined ? { Ok: null } : { Err: error },
    fee: Number(feeLamports),
    preBalances: preBalances.map(Number),
    postBalances: postBalances.map(Number),
    innerInstructions: encodeInner(outcome, keys, encoding),
    logMessages: logs,
    preTokenBalances: preTokenBalances.map(encodeBalance),
    postTokenBalances: postTokenBalances.map(encodeBalance),
    rewards: [],
    // A parsed transaction shows them among its account keys.
    ...(encoding === 'jsonParsed' ? {} : { loadedAddresses: keys.loaded }),
    computeUnitsConsumed: unitsConsumed,
    ...(returnData === undefined ? {} : { returnData: encodeReturnData(returnData) }),
  };
}

/** Writes the inner instructions. */
export function encodeInner(
  { inner }: Pick<Outcome, 'inner'>,
  { all }: ResolvedKeys,
  encoding: TransactionFormat['encoding'],
): unknown {
  const write = (instruction: InnerInstruction): unknown =>
    encoding === 'jsonParsed'
      ? parseInstruction(instruction, all, instruction.stackHeight)
      : encodeCompiled(instruction, instruction.stackHeight);
  return inner.flatMap((group, index) =>
    group.length === 0 ? [] : [{ index, instructions: group.map(write) }],
  );
}

/** Bytes that a program returned. */
export interface ReturnData {
  /** Address of the program. */
  readonly program: string;
  readonly data: Uint8Array;
}

/** Writes the bytes that a program returned. */
export function encodeReturnData({ program, data }: ReturnData): unknown {
  return { programId: program, data: [Buffer.from(data).toString('base64'), 'base64'] };
}

/** Writes the accounts of a transaction with their rights. */
export function encodeKeys(
  { signers, accountKeys }: Message,
  { all, writable }: ResolvedKeys,
): unknown {
  return all.map((pubkey, index) => ({
    pubkey,
    signer: index < signers,
    writable: writable[index] === true,
    source: index < accountKeys.length ? 'transaction' : 'lookupTable',
  }));
}

function encodeCompiled(
  { programIdIndex, accounts, data }: CompiledInstruction,
  stackHeight: number | null,
): unknown {
  return { programIdIndex, accounts, data: base58.encode(data), stackHeight };
}

function encodeBalance({
  accountIndex,
  mint,
  owner,
  program,
  amount,
  decimals,
}: TokenBalance): unknown {
  return {
    accountIndex,
    mint,
    owner,
    programId: program,
    uiTokenAmount: encodeTokenAmount(amount, decimals),
  };
}
