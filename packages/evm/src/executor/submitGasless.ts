import { PortageError, type Quote } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import type { Transport } from '@portage/core/executor';
import { readKeySignature } from '@portage/core/keySignature';
import type { Hex, LocalAccount, PublicClient } from 'viem';
import { readTransaction } from './readItem.js';

/** One call of the account's batch. */
export interface GaslessCall {
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
}

/** The contract that an account runs (EIP-7702), and how its instructions are encoded. */
export interface GaslessDelegate {
  readonly address: Hex;
  /**
   * Data of the call that has the account make all of `calls`, or none; with the account's own
   * signature in it.
   */
  readonly encode: (calls: readonly GaslessCall[]) => Promise<Hex>;
}

/** Quote, account and delegate of a gasless deposit. */
export interface SubmitGaslessOptions {
  /** Asked for with `originGasOverhead` and with the API key of `transport`. */
  readonly quote: Quote;
  /**
   * Runs before anything is signed: the calls are those of the quote, so it is verified like one
   * that is executed.
   */
  readonly verify: () => Promise<void>;
  /** The user of the quote; its key is at hand, wallets sign no delegations for others. */
  readonly account: LocalAccount;
  /** Reads the origin chain. */
  readonly read: Pick<PublicClient, 'getCode' | 'getTransactionCount'>;
  readonly delegate: GaslessDelegate;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the deposit of a quote without native currency: the account signs its calls, and where it
 * does not run the delegate yet also its delegation, and the service sends them. Follow the request
 * with `waitForStatus` then. Doing it once more with the same quote changes nothing.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED`, `NO_EXECUTOR`, `DELEGATION_REDEEM_FAILED`, or
 *   what the service answers
 * @see docs/spec/steps.md#gasless-deposits
 * @example
 * ```ts
 * const request = {
 *   user: account.address,
 *   originChainId: 8453,
 *   destinationChainId: 10,
 *   amount: '1000000',
 *   originGasOverhead: 80_000,
 * };
 * const quote = await portage.getQuote(request);
 * await submitGasless(portage.client, {
 *   quote,
 *   verify: () => portage.verifyQuote(quote, { request }),
 *   account,
 *   read,
 *   delegate,
 * });
 * await portage.waitForStatus(quote.requestId);
 * ```
 */
export async function submitGasless(
  transport: Transport,
  options: SubmitGaslessOptions,
): Promise<void> {
  checkOptions(options, ['quote', 'verify', 'account', 'read', 'delegate']);
  const { quote, verify, account, delegate, signal } = options;
  await verify();
  const { chainId, calls } = callsOf(quote, account.address);
  const authorizationList = await delegation(options, chainId);
  await transport.call('execute', {
    body: {
      executionKind: 'rawCalls',
      data: {
        chainId,
        to: account.address,
        data: await delegate.encode(calls),
        value: '0',
        ...(authorizationList === undefined ? {} : { authorizationList }),
      },
      // Who pays the fees was decided with the quote.
      executionOptions: { subsidizeFees: false },
      requestId: quote.requestId,
    },
    signal,
  });
}

/** The transactions of the steps; each is the account's own, and all are on one chain. */
function callsOf(
  { steps, details }: Quote,
  account: string,
): { readonly chainId: number; readonly calls: readonly GaslessCall[] } {
  const { chainId } = details.currencyIn.currency;
  const calls = steps
    .flatMap(({ items }) => items)
    .map(({ data }): GaslessCall => {
      const transaction = readTransaction(data);
      if (
        transaction?.chainId !== chainId ||
        transaction.from.toLowerCase() !== account.toLowerCase()
      ) {
        throw new PortageError('NO_EXECUTOR', {
          message: 'A step of the quote is no transaction of this account on the origin chain.',
          hint: 'Ask for a quote without usePermit, with the account as user.',
        });
      }
      return {
        to: hex(transaction.to),
        value: BigInt(transaction.value),
        data: hex(transaction.data),
      };
    });
  return { chainId, calls };
}

/** The account's delegation, where it does not run the delegate yet. */
async function delegation(
  { account, read, delegate }: SubmitGaslessOptions,
  chainId: number,
): Promise<readonly object[] | undefined> {
  const { address } = account;
  const code = await read.getCode({ address });
  if (code?.toLowerCase() === `0xef0100${delegate.address.slice(2).toLowerCase()}`)
    return undefined;
  if (account.signAuthorization === undefined)
    throw new PortageError('NO_EXECUTOR', {
      message: 'This account signs no delegations.',
      hint: 'Use an account whose key is at hand, as of privateKeyToAccount.',
    });
  const nonce = await read.getTransactionCount({ address });
  const signed = await account.signAuthorization({ chainId, address: delegate.address, nonce });
  return [{ chainId, address: delegate.address, nonce, ...canonicalOf(signed) }];
}

/** Parts of a signature as viem names them: some accounts give the parity alone, others `v`. */
interface SignatureParts {
  readonly r: Hex;
  readonly s: Hex;
  readonly v?: bigint | undefined;
  readonly yParity?: number | undefined;
}

/** The canonical form of a delegation's signature: chains pass over any other in silence. */
function canonicalOf({ r, s, v, yParity }: SignatureParts): {
  readonly yParity: number;
  readonly r: Hex;
  readonly s: Hex;
} {
  const last = Number(yParity ?? v)
    .toString(16)
    .padStart(2, '0');
  const read = readKeySignature(`${word(r)}${word(s).slice(2)}${last}`);
  if (read === undefined)
    throw new PortageError('WALLET_ERROR', {
      message: 'The signature of the delegation cannot be read.',
    });
  return { yParity: read.v - 27, r: `0x${read.r}`, s: `0x${read.s}` };
}

/** Signatures may come without their leading zeros. */
function word(text: string): Hex {
  return `0x${text.slice(2).padStart(64, '0')}`;
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
