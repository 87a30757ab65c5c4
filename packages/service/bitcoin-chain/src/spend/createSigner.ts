import { assert, isPortageError } from '@portage/core';
import type { SignedTransaction, Spend, TransactionIntent } from '@portage/core/chain';
import { availableCoins, type OpenTransaction } from '../coins/availableCoins.js';
import { isSameScript, outpointOf, type OwnedCoin } from '../coins/coin.js';
import { selectCoins, type Draft } from '../coins/selectCoins.js';
import { pausedReason } from '../gas/pausedReason.js';
import { planPayment, unfunded, type PaymentKeys } from './planPayment.js';
import { replaceDraft, withoutChange, backToOwners } from './replaceDraft.js';
import { signTransaction, type SpendingKey } from './signTransaction.js';
import { encodeStored, readStored, type StoredTransaction } from './storedBytes.js';
import type { Sweeps } from './sweeps.js';

/** Options of {@link createSigner}. */
export interface SignerOptions extends PaymentKeys {
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
}

/** The part of `Spend` that signs: pure but for what is in memory. */
export type Signer = Required<Pick<Spend, 'canFund' | 'prepare' | 'bump' | 'cancel'>>;

/** What is in memory when a payment is signed. */
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
  const prepareAll = (
    intents: readonly TransactionIntent[],
    firstSequence: bigint,
    open: readonly SignedTransaction[],
  ): readonly SignedTransaction[] => {
    const signed: SignedTransaction[] = [];
    for (const [index, intent] of intents.entries())
      signed.push(signOne(options, intent, firstSequence + BigInt(index), [...open, ...signed]));
    return signed;
  };
  const replace = (
    previous: SignedTransaction,
    open: readonly SignedTransaction[],
    { stored, outputs, keys }: Replacement,
  ): SignedTransaction => {
    const facts = { ...readFacts(options), open: open.map(toOpen) };
    const next = replaceDraft(stored, outputs, {
      ...facts,
      solver: options.solver.script,
      feeRateMax: options.feeRateMax,
    });
    return next === undefined ? previous : sign(options, previous.sequence, next, keys);
  };
  return {
    canFund: (intents, open) => {
      const signed: SignedTransaction[] = [];
      return intents.map((intent, index) => {
        try {
          // Sequences of its own: none of them is stored.
          signed.push(signOne(options, intent, -1n - BigInt(index), [...open, ...signed]));
          return true;
        } catch (error) {
          if (!isPortageError(error, 'SERVICE_UNAVAILABLE')) throw error;
          return false;
        }
      });
    },
    prepare: (intents, firstSequence, open = []) =>
      attempt(() => prepareAll(intents, firstSequence, open)),
    bump: (intent, previous, open = []) =>
      attempt(() => {
        const stored = readStored(previous.raw);
        const outputs = withoutChange(stored.outputs, options.solver.script);
        return replace(previous, open, { stored, outputs, keys: keysOf(options, intent) });
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

/** What takes a transaction's place. */
interface Replacement {
  readonly stored: StoredTransaction;
  /** Outputs before any change. */
  readonly outputs: Draft['outputs'];
  /** Keys beside those of the solver and the depository. */
  readonly keys: readonly SpendingKey[];
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

/** Keys of an intent beside those of the solver and the depository. */
function keysOf(
  { sweeps }: Pick<SignerOptions, 'sweeps'>,
  intent: TransactionIntent,
): readonly SpendingKey[] {
  return intent.type === 'relay' && sweeps !== undefined ? [sweeps.keyOf(intent)] : [];
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
  { inputs, outputs }: Pick<Draft, 'inputs' | 'outputs'>,
  keys: readonly SpendingKey[],
): SignedTransaction {
  const raw = encodeStored(signTransaction([solver, vault, ...keys], inputs, outputs), inputs);
  return { txId: readStored(raw).txId, raw, sender, sequence };
}

function signOne(
  options: SignerOptions,
  intent: TransactionIntent,
  sequence: bigint,
  before: readonly SignedTransaction[],
): SignedTransaction {
  const { solver, vault, sweeps } = options;
  const { confirmed, feeRate } = readFacts(options);
  const tooDear = pausedReason(options.feeRate(), options.feeRateMax);
  // It would wait for a block below the market, and hold its coins meanwhile.
  if (tooDear !== undefined) throw unfunded(`stay where they are: ${tooDear}`);
  const facts = { confirmed, open: before.map(toOpen) };
  const payment =
    intent.type === 'relay' && sweeps !== undefined
      ? sweeps.plan(intent, { vault: vault.script, open: facts.open, feeRate })
      : planPayment(options, intent, availableCoins(facts, vault.script));
  const draft = { ...payment, change: solver.script, feeRate };
  const coins = availableCoins(facts, solver.script);
  const inBlocks = new Set(confirmed.map(outpointOf));
  const settled = coins.filter((coin) => inBlocks.has(outpointOf(coin)));
  // What waits for a block itself is spent where nothing else is enough.
  const funded = selectCoins(draft, settled) ?? selectCoins(draft, coins);
  if (funded === undefined) throw unfunded('are not there');
  return sign(options, sequence, funded, keysOf(options, intent));
}

function toOpen({ raw, sequence }: SignedTransaction): OpenTransaction {
  const { txId, inputs, outputs } = readStored(raw);
  return { txId, sequence, inputs, outputs };
}
