import { assert, isPortageError } from '@portage/core';
import type { SignedTransaction, Spend, TransactionIntent } from '@portage/core/chain';
import { availableCoins, type OpenTransaction } from '../coins/availableCoins.js';
import { outpointOf, type OwnedCoin } from '../coins/coin.js';
import { selectCoins, type Draft } from '../coins/selectCoins.js';
import { pausedReason } from '../gas/pausedReason.js';
import { planPayment, unfunded, type PaymentKeys } from './planPayment.js';
import { replaceDraft, withoutChange, backToOwners } from './replaceDraft.js';
import { signTransaction } from './signTransaction.js';
import { encodeStored, readStored } from './storedBytes.js';

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
    outputsOf: (stored: ReturnType<typeof readStored>) => Draft['outputs'],
  ): SignedTransaction => {
    const stored = readStored(previous.raw);
    const facts = { ...readFacts(options), open: open.map(toOpen) };
    const next = replaceDraft(stored, outputsOf(stored), {
      ...facts,
      solver: options.solver.script,
      feeRateMax: options.feeRateMax,
    });
    return next === undefined ? previous : sign(options, previous.sequence, next);
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
    bump: (_, previous, open = []) =>
      attempt(() =>
        replace(previous, open, ({ outputs }) => withoutChange(outputs, options.solver.script)),
      ),
    cancel: (_, previous, open = []) =>
      attempt(() => {
        assert(previous !== undefined, 'a transaction is cancelled by its own coins');
        return replace(previous, open, ({ inputs }) => backToOwners(inputs, options.vault.script));
      }),
  };
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
): SignedTransaction {
  const raw = encodeStored(signTransaction([solver, vault], inputs, outputs), inputs);
  return { txId: readStored(raw).txId, raw, sender, sequence };
}

function signOne(
  options: SignerOptions,
  intent: TransactionIntent,
  sequence: bigint,
  before: readonly SignedTransaction[],
): SignedTransaction {
  const { solver, vault } = options;
  const { confirmed, feeRate } = readFacts(options);
  const tooDear = pausedReason(options.feeRate(), options.feeRateMax);
  // It would wait for a block below the market, and hold its coins meanwhile.
  if (tooDear !== undefined) throw unfunded(`stay where they are: ${tooDear}`);
  const facts = { confirmed, open: before.map(toOpen) };
  const payment = planPayment(options, intent, availableCoins(facts, vault.script));
  const draft = { ...payment, change: solver.script, feeRate };
  const coins = availableCoins(facts, solver.script);
  const inBlocks = new Set(confirmed.map(outpointOf));
  const settled = coins.filter((coin) => inBlocks.has(outpointOf(coin)));
  // What waits for a block itself is spent where nothing else is enough.
  const funded = selectCoins(draft, settled) ?? selectCoins(draft, coins);
  if (funded === undefined) throw unfunded('are not there');
  return sign(options, sequence, funded);
}

function toOpen({ raw, sequence }: SignedTransaction): OpenTransaction {
  const { txId, inputs, outputs } = readStored(raw);
  return { txId, sequence, inputs, outputs };
}
