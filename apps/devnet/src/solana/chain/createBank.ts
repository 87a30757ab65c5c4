import {
  Account,
  FailedTransactionMetadata,
  LiteSvm,
  type SimulatedTransactionInfo,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js';
import { base58 } from '@scure/base';
import type { CompiledInstruction, Transaction } from '../wire/decodeTransaction.js';
import { toTransactionError, type TransactionError } from './transactionError.js';

/** Account that exists. */
export interface AccountState {
  readonly lamports: bigint;
  readonly data: Uint8Array;
  readonly owner: string;
  readonly executable: boolean;
}

/** Instruction that a program ran. */
export interface InnerInstruction extends CompiledInstruction {
  readonly stackHeight: number;
}

/** Result of running a transaction. */
export interface Outcome {
  /**
   * True if it is part of the chain. A failed one may be, with its fee, unless it failed before the
   * first instruction.
   */
  readonly landed: boolean;
  readonly error: TransactionError | undefined;
  readonly logs: readonly string[];
  /** Inner instructions of each instruction. */
  readonly inner: readonly (readonly InnerInstruction[])[];
  readonly unitsConsumed: number;
  readonly returnData: { readonly program: string; readonly data: Uint8Array } | undefined;
}

/** Trial run, with the accounts as it would leave them. */
export interface Simulation extends Outcome {
  readonly accounts: ReadonlyMap<string, AccountState>;
}

/** Time of a slot. */
export interface SlotTime {
  readonly slot: number;
  readonly unixTime: number;
  /** Newest first. */
  readonly hashes: readonly { readonly slot: number; readonly hash: string }[];
}

/** State of the chain at its tip, with the methods that change it. */
export interface Bank {
  readonly account: (address: string) => AccountState | undefined;
  lamports(address: string): bigint;
  /** Sets an account, or removes it. */
  setAccount(address: string, state: AccountState | undefined): void;
  programAccounts(program: string): readonly (readonly [address: string, state: AccountState])[];
  rentExemption(bytes: number): bigint;
  /**
   * Runs a transaction and checks its signatures. The caller checks the blockhash's age and
   * repetition.
   */
  execute(transaction: Transaction): Outcome;
  simulate(transaction: Transaction, options: { readonly verifySignatures: boolean }): Simulation;
  openSlot(time: SlotTime): void;
}

/** Slots of an epoch, as on the main network. */
export const slotsPerEpoch = 432_000;

/** SVM with Solana's own programs, without a history of its own. */
export function createBank(): Bank {
  const svm = new LiteSvm();
  // The VM knows one blockhash only and forgets no transaction. The ledger keeps both as the
  // network does.
  svm.setBlockhashCheck(false);
  svm.setTransactionHistory(0n);
  svm.withNativeMints();
  return {
    account: (address) => readAccount(svm.getAccount(base58.decode(address))),
    lamports: (address) => svm.getBalance(base58.decode(address)) ?? 0n,
    setAccount: (address, state) => {
      const { lamports, data, owner, executable } = state ?? {
        lamports: 0n,
        data: new Uint8Array(),
        owner: systemOwner,
        executable: false,
      };
      svm.setAccount(
        base58.decode(address),
        new Account(lamports, data, base58.decode(owner), executable, rentEpoch),
      );
    },
    programAccounts: (program) =>
      svm.getProgramAccounts(base58.decode(program)).flatMap((entry) => {
        const state = readAccount(entry.account());
        return state === undefined ? [] : [[base58.encode(entry.address), state] as const];
      }),
    rentExemption: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    execute: ({ bytes, message }) =>
      readOutcome(
        message.version === 'legacy'
          ? svm.sendLegacyTransaction(bytes)
          : svm.sendVersionedTransaction(bytes),
      ),
    simulate: ({ bytes, message }, { verifySignatures }) => {
      svm.setSigverify(verifySignatures);
      try {
        const result =
          message.version === 'legacy'
            ? svm.simulateLegacyTransaction(bytes)
            : svm.simulateVersionedTransaction(bytes);
        return readSimulation(result);
      } finally {
        svm.setSigverify(true);
      }
    },
    openSlot: ({ slot, unixTime, hashes }) => {
      svm.warpToSlot(BigInt(slot));
      const clock = svm.getClock();
      clock.epoch = BigInt(Math.floor(slot / slotsPerEpoch));
      clock.leaderScheduleEpoch = clock.epoch + 1n;
      clock.unixTimestamp = BigInt(unixTime);
      svm.setClock(clock);
      svm.setSlotHashes(hashes.map((entry) => ({ slot: BigInt(entry.slot), hash: entry.hash })));
      svm.expireBlockhash();
    },
  };
}

const systemOwner = '11111111111111111111111111111111';
const rentEpoch = 2n ** 64n - 1n;

function readAccount(account: Account | null): AccountState | undefined {
  if (account === null || account.lamports() === 0n) return undefined;
  return {
    lamports: account.lamports(),
    data: account.data(),
    owner: base58.encode(account.owner()),
    executable: account.executable(),
  };
}

function readOutcome(result: TransactionMetadata | FailedTransactionMetadata): Outcome {
  if (result instanceof FailedTransactionMetadata) {
    const meta = result.meta();
    // The VM records the signature once the fee is paid.
    return {
      ...readMetadata(meta),
      landed: meta.signature().some((byte) => byte !== 0),
      error: toTransactionError(result.err()),
    };
  }
  return { ...readMetadata(result), landed: true, error: undefined };
}

function readSimulation(result: SimulatedTransactionInfo | FailedTransactionMetadata): Simulation {
  if (result instanceof FailedTransactionMetadata)
    return { ...readOutcome(result), accounts: new Map() };
  const accounts = new Map<string, AccountState>();
  for (const entry of result.postAccounts()) {
    const state = readAccount(entry.account());
    if (state !== undefined) accounts.set(base58.encode(entry.address), state);
  }
  return { ...readMetadata(result.meta()), landed: true, error: undefined, accounts };
}

function readMetadata(
  meta: TransactionMetadata,
): Pick<Outcome, 'logs' | 'inner' | 'unitsConsumed' | 'returnData'> {
  const returned = meta.returnData();
  const data = returned.data();
  return {
    logs: meta.logs(),
    inner: meta.innerInstructions().map((group) =>
      group.map((inner) => {
        const instruction = inner.instruction();
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: instruction.data(),
          stackHeight: inner.stackHeight(),
        };
      }),
    ),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    returnData:
      data.length === 0 ? undefined : { program: base58.encode(returned.programId()), data },
  };
}
