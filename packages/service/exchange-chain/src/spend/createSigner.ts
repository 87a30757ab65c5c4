import { assert, PortageError } from '@portage/core';
import type { SignedTransaction, Spend, TransactionIntent } from '@portage/core/chain';
import {
  changePubKeyType,
  hashChangePubKey,
  hashTransfer,
  transactionId,
  transferType,
  writeChangePubKey,
  writeTransfer,
} from '@portage/exchange/transaction';
import type { FeeMemory, Parties } from '../createFees.js';
import type { Fate } from './createFate.js';
import { nonceKeyOf, type NonceKey, type NonceKeys } from './nonceKey.js';
import { planTransfer, type PlannedTransfer } from './planTransfer.js';
import { freeNonce, readStored, storedBytes, type StoredTransaction } from './storedTransaction.js';

/** Options of {@link createSigner}. */
export interface SignerOptions {
  readonly nonceKeys: NonceKeys;
  readonly fees: FeeMemory;
  readonly circuitId: number;
  /** Seconds for which what is signed may be executed, at least; twice as many at most. */
  readonly expirySeconds: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Whether something may take the place of what was signed. */
  readonly fateOf: (transaction: SignedTransaction) => Promise<Fate>;
}

/** Nonce, end and number of what is signed. */
interface SigningTerms {
  readonly nonce: number;
  /** Unix milliseconds. */
  readonly expiredAt: number;
  readonly sequence: bigint;
}

/** Open transactions that wait for one key at most: one that is stuck holds few others up. */
const openMax = 50;

/**
 * Signs transfers of the solver and the depository. The exchange uses the nonce of a key once:
 * versions of a payment have the same one, and so one of them lands at most. A nonce that was
 * signed and never used is used next, as those after it would wait for it.
 */
export function createSigner(
  options: SignerOptions,
): Pick<Spend, 'prepare' | 'bump' | 'cancel' | 'canFund'> {
  const { nonceKeys, fateOf } = options;
  const plan = (intent: TransactionIntent): PlannedTransfer =>
    planTransfer(intent, nonceKeys.accounts, (parties) => feeOf(options, parties));
  return {
    canFund: (intents, open) => {
      const taken = open.map((one) => readStored(one).accountIndex);
      return intents.map((intent) => {
        const { fromAccountIndex: from } = plan(intent);
        const isFree = waitingFor(taken, from) < openMax;
        if (isFree) taken.push(from);
        return isFree;
      });
    },
    prepare: async (intents, firstSequence, open = []) => {
      // One end for all: the same payments have the same bytes.
      const expiredAt = endOf(options);
      const taken: Pick<StoredTransaction, 'accountIndex' | 'nonce'>[] = open.map(readStored);
      const planned = intents.map((intent, index) => {
        const transfer = plan(intent);
        const { fromAccountIndex: accountIndex } = transfer;
        const nonce = nextNonce(nonceKeyOf(nonceKeys, accountIndex), accountIndex, taken);
        taken.push({ accountIndex, nonce });
        return { transfer, terms: { nonce, expiredAt, sequence: firstSequence + BigInt(index) } };
      });
      // Signatures keep the thread busy: who asks at the same moment reads the clock before them.
      await Promise.resolve();
      return Promise.all(
        planned.map(({ transfer, terms }) => signTransfer(options, transfer, terms)),
      );
    },
    bump: async (intent, previous, _open, covers) => {
      if ((await fateOf(previous)) !== 'unused') return previous;
      const { nonce } = readStored(previous);
      const terms = { nonce, expiredAt: endOf(options), sequence: previous.sequence };
      // The fee may be what the exchange refused it for.
      const { fromAccountIndex: from, toAccountIndex: to } = plan(intent);
      await options.fees.read({ from, to });
      const transfer = plan(intent);
      return covers?.(transfer.usdcFee) === false
        ? previous
        : signTransfer(options, transfer, terms);
    },
    cancel: async (sequence, previous) => {
      if (previous === undefined)
        throw unavailable('Nothing takes the place of a transaction that is not known.');
      assert(previous.sequence === sequence, 'a cancellation uses the sequence that it cancels');
      const fate = await fateOf(previous);
      if (fate === 'open')
        throw unavailable('Nothing takes the place of a transaction that may still land.');
      if (fate === 'used') return previous;
      const { nonce, accountIndex } = readStored(previous);
      const terms = { nonce, expiredAt: endOf(options), sequence };
      return signIdle(options, nonceKeyOf(nonceKeys, accountIndex), terms);
    },
  };
}

function waitingFor(taken: readonly number[], accountIndex: number): number {
  return taken.filter((one) => one === accountIndex).length;
}

/** @throws PortageError `SERVICE_UNAVAILABLE` where too many wait for the key */
function nextNonce(
  { nonces }: NonceKey,
  accountIndex: number,
  taken: readonly Pick<StoredTransaction, 'accountIndex' | 'nonce'>[],
): number {
  const rivals = taken.filter((one) => one.accountIndex === accountIndex);
  if (rivals.length >= openMax)
    throw unavailable(`${String(openMax)} transactions of account ${String(accountIndex)} wait.`);
  return freeNonce(nonces.next(), rivals);
}

/**
 * The fee between two accounts: the exact one, which is read when a recipient is looked at; the
 * usual one of the account that pays where that was never read.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` before the fees are known
 */
function feeOf({ nonceKeys: { accounts }, fees }: SignerOptions, parties: Parties): bigint {
  const exact = fees.between(parties);
  if (exact !== undefined) return exact;
  const usual = fees.latest()?.value;
  if (usual === undefined) throw unavailable('The fees of the exchange are not known.');
  if (parties.from === accounts.solver) return usual.fill;
  return parties.to === accounts.solver ? usual.inward : usual.refund;
}

function unavailable(message: string): PortageError {
  return new PortageError('SERVICE_UNAVAILABLE', { message, hint: 'Ask again in a minute.' });
}

/** End of what is signed now. It is rounded, so that calls at one moment sign the same. */
function endOf({ clock, expirySeconds }: SignerOptions): number {
  const periodMs = 1_000 * expirySeconds;
  return Math.ceil(clock() / periodMs) * periodMs + periodMs;
}

/** The owner signs each: its signature holds the memo, and the key's does not. */
async function signTransfer(
  { nonceKeys, circuitId }: SignerOptions,
  planned: PlannedTransfer,
  { nonce, expiredAt, sequence }: SigningTerms,
): Promise<SignedTransaction> {
  const { signer } = nonceKeyOf(nonceKeys, planned.fromAccountIndex);
  const transfer = { ...planned, apiKeyIndex: signer.apiKeyIndex, nonce, expiredAt };
  const signatures = await signer.signTransfer({ transfer, circuitId, needsOwner: true });
  return {
    txId: transactionId(hashTransfer(transfer, circuitId)),
    raw: storedBytes({ type: transferType, info: writeTransfer({ transfer, ...signatures }) }),
    sender: String(nonceKeys.accounts.solver),
    sequence,
  };
}

/** Registers the key that the account has already: the nonce is used without a payment. */
async function signIdle(
  { nonceKeys, circuitId }: SignerOptions,
  { signer }: NonceKey,
  { nonce, expiredAt, sequence }: SigningTerms,
): Promise<SignedTransaction> {
  const { accountIndex, apiKeyIndex, publicKey } = signer;
  const change = { accountIndex, apiKeyIndex, publicKey, expiredAt, nonce };
  const signatures = await signer.signChange(change, circuitId);
  return {
    txId: transactionId(hashChangePubKey(change, circuitId)),
    raw: storedBytes({
      type: changePubKeyType,
      info: writeChangePubKey({ change, ...signatures }),
    }),
    sender: String(nonceKeys.accounts.solver),
    sequence,
  };
}
