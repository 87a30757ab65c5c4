import type { Transaction } from '../wire/decodeTransaction.js';
import type { AccountState, Bank, Outcome } from './createBank.js';
import { isUsable } from './blockhashes.js';
import { emit, openBlock, type LedgerState, type TransactionRecord } from './ledgerState.js';
import { readMemo } from './readMemo.js';
import { resolveKeys, type ResolvedKeys } from './resolveKeys.js';
import { tokenBalances } from './tokenBalances.js';

/** Runs a transaction in the open block. One that does not land leaves no trace. */
export function executeTransaction(state: LedgerState, transaction: Transaction): Outcome {
  const { bank } = state;
  const refused = refuse(state, transaction);
  if (refused !== undefined) return refused;
  const block = openBlock(state);
  const keys = resolveKeys(transaction.message, bank.account);
  const before = readStates(bank, transaction, keys);
  const preTokenBalances = tokenBalances(before.states, bank.account);
  const outcome = bank.execute(transaction);
  if (!outcome.landed) return outcome;
  for (const [index, address] of keys.all.entries())
    if (keys.writable[index] === true && !block.before.has(address))
      block.before.set(address, before.states[index]);
  const after = readStates(bank, transaction, keys);
  const sum = (lamports: readonly bigint[]): bigint =>
    lamports.reduce((total, amount) => total + amount, 0n);
  const record: TransactionRecord = {
    transaction,
    keys,
    slot: block.slot,
    unixTime: block.unixTime,
    outcome,
    // The fee is all that leaves the accounts of a transaction.
    feeLamports: sum(before.lamports) - sum(after.lamports),
    preBalances: before.lamports,
    postBalances: after.lamports,
    preTokenBalances,
    postTokenBalances: tokenBalances(after.states, bank.account),
    memo: readMemo(transaction.message.instructions, keys.all),
  };
  append(state, record);
  return outcome;
}

/** Reason that the chain itself does not run a transaction; undefined if it does. */
export function refuse(
  state: LedgerState,
  { signature, message }: Transaction,
): Outcome | undefined {
  const nothing = { landed: false, logs: [], inner: [], unitsConsumed: 0, returnData: undefined };
  if (state.records.has(signature)) return { ...nothing, error: 'AlreadyProcessed' };
  if (!isUsable(state, message, 'processed')) return { ...nothing, error: 'BlockhashNotFound' };
  return undefined;
}

function append(state: LedgerState, record: TransactionRecord): void {
  const { signature } = record.transaction;
  openBlock(state).records.push(record);
  state.records.set(signature, record);
  for (const address of new Set(record.keys.all)) {
    const list = state.signatures.get(address);
    if (list === undefined) state.signatures.set(address, [signature]);
    else list.push(signature);
  }
  emit(state, { kind: 'transaction', commitment: 'processed', record });
  const addresses = record.keys.all.filter((_, index) => record.keys.writable[index] === true);
  emit(state, { kind: 'accounts', commitment: 'processed', slot: record.slot, addresses });
}

interface States {
  readonly lamports: readonly bigint[];
  readonly states: readonly (AccountState | undefined)[];
}

/**
 * Account states of a transaction. Programs are left out: they are large, and they neither change
 * nor hold tokens.
 */
function readStates(bank: Bank, { message }: Transaction, { all, writable }: ResolvedKeys): States {
  const called = new Set(message.instructions.map(({ programIdIndex }) => programIdIndex));
  return {
    lamports: all.map((address) => bank.lamports(address)),
    states: all.map((address, index) =>
      called.has(index) && writable[index] !== true ? undefined : bank.account(address),
    ),
  };
}
