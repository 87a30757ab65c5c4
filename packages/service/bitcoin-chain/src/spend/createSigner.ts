import { dustLimit } from '@portage/bitcoin/transaction';
import { assert, isPortageError } from '@portage/core';
import type { SignedTransaction, Spend, TransactionIntent } from '@portage/core/chain';
import type { CoversCost } from '@portage/core/plugin';
import { availableCoins, type OpenTransaction } from '../coins/availableCoins.js';
import { isSameScript, outpointOf, type OwnedCoin } from '../coins/coin.js';
import {
  selectCoins,
  sizeOf,
  worthSpending,
  type Draft,
  type FundedDraft,
} from '../coins/selectCoins.js';
import {
  plainVersion,
  spendableSets,
  trucChildSizeMax,
  trucSizeMax,
  trucVersion,
  versionOf,
} from '../coins/truc.js';
import { pausedReason } from '../gas/pausedReason.js';
import { isJoinable, planFills } from './planFills.js';
import { planPayment, unfunded, type Payment, type PaymentKeys } from './planPayment.js';
import { replaceDraft, withoutChange, backToOwners } from './replaceDraft.js';
import { signBatch, type BatchAnswer } from './signBatch.js';
import { signTransaction, type SpendingKey } from './signTransaction.js';
import { encodeStored, readStored, type StoredTransaction } from './storedBytes.js';
import { ownFee, strangeInputs } from './ownFee.js';
import { decodeChange, isCoinChange, type BoundedChange } from './changeData.js';
import { keptOutputs, planChange } from './coinChange.js';
import type { Sweeps } from './sweeps.js';
import { toOpen, type KnownFamilies } from './toOpen.js';

/** Options of {@link createSigner}. */
export interface SignerOptions extends PaymentKeys, KnownFamilies {
  /** Address of the solver. */
  readonly sender: string;
  /**
   * Unspent outputs in blocks of both, as a quorum of endpoints tells; undefined while that is not
   * known, or too old.
   */
  readonly confirmed: () => readonly OwnedCoin[] | undefined;
  /** Market rate, satoshi for a thousand virtual bytes; undefined while it is not known. */
  readonly feeRate: () => bigint | undefined;
  /** Highest rate that is ever paid, satoshi for a thousand virtual bytes. */
  readonly feeRateMax: bigint;
  /** Sweeps of deposit addresses; absent where there are none. */
  readonly sweeps?: Sweeps | undefined;
  /** Fills of one transaction at most. */
  readonly joinedMax: number;
  /** Whether payments that are made together have version 3, where they may. Default: no. */
  readonly takesTruc?: boolean | undefined;
}

/** The part of `Spend` that signs: pure but for what is in memory. */
export type Signer = Required<Pick<Spend, 'canFund' | 'prepare' | 'bump' | 'cancel'>>;

/** Facts in memory when a payment is signed. */
interface SigningFacts {
  readonly confirmed: readonly OwnedCoin[];
  /** Satoshi for a thousand virtual bytes, at its ceiling at most. */
  readonly feeRate: bigint;
}

/**
 * Signs payments with the coins of the solver, and of the depository what leaves it. Versions of a
 * payment spend the same coins, so that one of them lands at most.
 */
export function createSigner(options: SignerOptions): Signer {
  const signAll = (
    intents: readonly TransactionIntent[],
    firstSequence: bigint,
    open: readonly SignedTransaction[],
  ): readonly BatchAnswer[] =>
    signBatch(
      {
        isJoinable: (intent) => isJoinable(intent, options),
        joinedMax: options.joinedMax,
        sign: (paid, sequence, before) => signTogether(options, paid, sequence, before),
      },
      ...([intents, firstSequence, open] as const),
    );
  const replace = (
    previous: SignedTransaction,
    open: readonly SignedTransaction[],
    { stored, outputs, keys, covers }: Replacement,
  ): SignedTransaction => {
    const facts = { ...readFacts(options), open: toOpen(open, options) };
    const versions = facts.open.filter(({ sequence }) => sequence === previous.sequence);
    const evictedFees = mostOf(versions.map(({ family }) => family?.fees ?? 0n));
    const next = replaceDraft(stored, outputs, {
      ...facts,
      solver: options.solver.script,
      feeRateMax: options.feeRateMax,
      evictedFees,
      sizeMax: sizeMaxOf(stored, waitingOf(facts)),
    });
    if (next === undefined) return previous;
    const scripts = { solver: options.solver.script, vault: options.vault.script };
    // Fees that others force by spending its outputs are no price of the market, and are paid.
    const forced = evictedFees > stored.fee ? evictedFees - stored.fee : 0n;
    if (covers?.(ownFee(next, scripts) - forced) === false) return previous;
    return sign(options, previous.sequence, { ...next, version: stored.version }, keys);
  };
  return {
    // Sequences of its own: none of them is stored.
    canFund: (intents, open) =>
      signAll(intents, -BigInt(intents.length), open).map((answer) => 'txId' in answer),
    prepare: (intents, firstSequence, open = []) =>
      attempt(() =>
        signAll(intents, firstSequence, open).map((answer) => {
          if (!('txId' in answer)) throw answer;
          return answer;
        }),
      ),
    bump: (intent, previous, open = [], covers) =>
      attempt(() => {
        const stored = readStored(previous.raw);
        const change = changeOf(options, intent);
        const outputs =
          change === undefined
            ? bumpedOutputs(options, stored)
            : keptOutputs(change.change, options.solver.script);
        const keys = keysOf(options, intent);
        return replace(previous, open, { stored, outputs, keys, covers });
      }),
    cancel: (_, previous, open = []) =>
      attempt(() => {
        assert(previous !== undefined, 'a transaction is cancelled by its own coins');
        const stored = ownInputs(readStored(previous.raw), options);
        const outputs = backToOwners(stored.inputs, options.vault.script);
        return replace(previous, open, { stored, outputs, keys: [] });
      }),
  };
}

/** Parts of a transaction that replaces another. */
interface Replacement {
  readonly stored: StoredTransaction;
  /** Outputs before any change. */
  readonly outputs: Draft['outputs'];
  /** Keys beside those of the solver and the depository. */
  readonly keys: readonly SpendingKey[];
  /** Asked with the fee that the solver bears, satoshi; every fee is covered without it. */
  readonly covers?: CoversCost | undefined;
}

/**
 * A transaction without the coins of deposit addresses: they stay where they are when a sweep is
 * cancelled. Every version of it spends the same coin of the solver, so that one lands at most.
 */
function ownInputs(
  stored: StoredTransaction,
  { solver, vault }: Pick<SignerOptions, 'solver' | 'vault'>,
): StoredTransaction {
  const inputs = stored.inputs.filter(({ script }) =>
    [solver, vault].some((key) => isSameScript(key.script, script)),
  );
  return { ...stored, inputs };
}

/**
 * Outputs of a transaction that is outbid, before any change. Coins of a deposit address beyond
 * those that the quote paid for bear the higher fee themselves.
 */
function bumpedOutputs(
  { solver, vault, sweeps, ...options }: SignerOptions,
  stored: StoredTransaction,
): Draft['outputs'] {
  const outputs = withoutChange(stored.outputs, solver.script);
  const swept = strangeInputs(stored, [solver.script, vault.script]);
  const [deposit, ...others] = outputs;
  const market = options.feeRate();
  if (swept.length === 0 || sweeps === undefined || deposit === undefined || market === undefined)
    return outputs;
  const rate = market < options.feeRateMax ? market : options.feeRateMax;
  const amount = sweeps.amount(swept, rate);
  const isLess = amount < deposit.value && amount >= dustLimit(deposit.script);
  return isLess ? [{ ...deposit, value: amount }, ...others] : outputs;
}

/** Change of our own coins that an intent asks for; undefined for all others. */
function changeOf(
  { sender }: Pick<SignerOptions, 'sender'>,
  intent: TransactionIntent,
): BoundedChange | undefined {
  return intent.type === 'relay' && isCoinChange(intent, sender)
    ? decodeChange(intent.data)
    : undefined;
}

/** Keys of an intent beside those of the solver and the depository. */
function keysOf(
  options: Pick<SignerOptions, 'sender' | 'sweeps'>,
  intent: TransactionIntent,
): readonly SpendingKey[] {
  const { sweeps } = options;
  const isSweep = intent.type === 'relay' && changeOf(options, intent) === undefined;
  return isSweep && sweeps !== undefined ? [sweeps.keyOf(intent)] : [];
}

/** A result or a failure as a promise. */
function attempt<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}

function readFacts(options: SignerOptions): SigningFacts {
  const [confirmed, market] = [options.confirmed(), options.feeRate()];
  if (confirmed === undefined || market === undefined) throw unfunded('are not known');
  return { confirmed, feeRate: market < options.feeRateMax ? market : options.feeRateMax };
}

function sign(
  { solver, vault, sender }: SignerOptions,
  sequence: bigint,
  { inputs, outputs, version }: VersionedDraft,
  keys: readonly SpendingKey[],
): SignedTransaction {
  const bytes = signTransaction([solver, vault, ...keys], inputs, outputs, version);
  const raw = encodeStored(bytes, inputs);
  return { txId: readStored(raw).txId, raw, sender, sequence };
}

/** Signs one transaction for these payments. */
function signTogether(
  options: SignerOptions,
  intents: readonly TransactionIntent[],
  sequence: bigint,
  before: readonly SignedTransaction[],
): SignedTransaction {
  const { solver } = options;
  const { confirmed, feeRate } = readFacts(options);
  const tooDear = pausedReason(options.feeRate(), options.feeRateMax);
  // It would wait for a block below the market, and hold its coins meanwhile.
  if (tooDear !== undefined) throw unfunded(`stay where they are: ${tooDear}`);
  const facts = { confirmed, open: toOpen(before, options), feeRate };
  const [first] = intents;
  assert(first !== undefined, 'a transaction pays somebody');
  const change = changeOf(options, first);
  if (change !== undefined) return signChange(options, change, { ...facts, sequence });
  const payment = planTogether(options, intents, facts);
  if (payment.outputs.some(({ script, value }) => value < dustLimit(script)))
    throw unfunded('are too few for nodes to pass it on');
  const draft = { ...payment, change: solver.script, feeRate };
  const coins = availableCoins(facts, solver.script);
  const inBlocks = new Set(confirmed.map(outpointOf));
  const settled = coins.filter((coin) => inBlocks.has(outpointOf(coin)));
  const waiting = waitingOf(facts);
  // One of those who are paid must not keep the payments of the others from their block.
  const takesTruc = options.takesTruc === true && intents.length > 1;
  // What a reorg may take away, and then what has no block, is spent where nothing else is enough.
  const sets = [settled.filter(isFinal), ...spendableSets(settled, coins, waiting)];
  const funded = fundFrom(draft, sets, { waiting, takesTruc });
  if (funded === undefined) throw unfunded('are not there');
  return sign(options, sequence, funded, keysOf(options, first));
}

/**
 * Signs a change of our own coins, within its bounds: where they are passed now, it waits, and ends
 * when its time is over.
 */
function signChange(
  options: SignerOptions,
  { change, feeMax, inputsMax }: BoundedChange,
  {
    sequence,
    ...facts
  }: SigningFacts & { readonly open: readonly OpenTransaction[]; readonly sequence: bigint },
): SignedTransaction {
  const planned = attemptChange(() =>
    planChange(change, { ...facts, solver: options.solver.script }, inputsMax),
  );
  if (planned.fee > feeMax) throw unfunded('would cost more than was agreed to');
  return sign(options, sequence, { ...planned, version: plainVersion }, []);
}

/** A change for which the coins are not there now waits as a payment does. */
function attemptChange<Planned>(plan: () => Planned): Planned {
  try {
    return plan();
  } catch (error) {
    if (isPortageError(error)) throw unfunded(`are not there: ${error.message}`);
    throw error;
  }
}

/** A transaction with its version. */
type VersionedDraft = Pick<Draft, 'inputs' | 'outputs'> & { readonly version: number };

/** Funds a draft from the first set of coins that is enough, and that nodes pass on. */
function fundFrom(
  draft: Draft,
  sets: readonly (readonly OwnedCoin[])[],
  facts: Omit<Parameters<typeof versionOf>[1], 'size'>,
): (FundedDraft & { readonly version: number }) | undefined {
  for (const coins of sets) {
    const funded = selectCoins(draft, coins);
    if (funded === undefined) continue;
    const { inputs, outputs } = funded;
    const version = versionOf(inputs, { ...facts, size: sizeOf(inputs, outputs) });
    if (version !== undefined) return { ...funded, version };
  }
  return undefined;
}

/** Versions of our transactions that are in no block, by their ids. */
function waitingOf({
  confirmed,
  open,
}: Pick<SigningFacts, 'confirmed'> & { readonly open: readonly OpenTransaction[] }): ReadonlyMap<
  string,
  number
> {
  const mined = new Set(confirmed.map(({ txId }) => txId));
  return new Map(
    open.filter(({ txId }) => !mined.has(txId)).map(({ txId, version = 2 }) => [txId, version]),
  );
}

/** Virtual bytes that what takes a transaction's place may have; any where it has version 2. */
function sizeMaxOf(
  { version, inputs }: Pick<StoredTransaction, 'version' | 'inputs'>,
  waiting: ReadonlyMap<string, number>,
): number | undefined {
  if (version !== trucVersion) return undefined;
  return inputs.some(({ txId }) => waiting.has(txId)) ? trucChildSizeMax : trucSizeMax;
}

function mostOf(values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most), 0n);
}

/** Coins and outputs of one transaction before its fee: only fills are made together. */
function planTogether(
  options: SignerOptions,
  intents: readonly TransactionIntent[],
  facts: SigningFacts & { readonly open: readonly OpenTransaction[] },
): Payment {
  const { sweeps, vault } = options;
  const [first, ...others] = intents;
  assert(first !== undefined, 'a transaction pays somebody');
  if (others.length > 0)
    return planFills(
      options,
      intents.filter((intent) => intent.type === 'fill'),
    );
  if (first.type === 'relay' && sweeps !== undefined)
    return sweeps.plan(first, { vault: vault.script, open: facts.open, feeRate: facts.feeRate });
  const held = availableCoins(facts, vault.script);
  const worth = worthSpending(held, facts.feeRate);
  // A payment out of a coin that a reorg takes away has to be made anew.
  return planPayment(options, first, [worth.filter(isFinal), worth, held]);
}

function isFinal(coin: OwnedCoin): boolean {
  return coin.isFinal === true;
}
