import {
  requestFault,
  type Authorization,
  type DestinationCall,
  type ErrorCode,
  type ParsedQuoteBody,
  type QuoteRequest,
} from '@portage/core';
import type { Chain, OrderCall } from '@portage/core/chain';
import { atPath } from '@portage/core/plugin';
import { readOrderCall } from '@portage/order';
import type { ListedCurrency } from './catalog.js';

/** Calls, delegations and gas beside the payment. */
export interface Extras {
  /** Calls on the destination, with the payment as their money. */
  readonly calls: readonly OrderCall[];
  /** The same, as orders hold them. */
  readonly encodedCalls: readonly string[];
  /** The most gas that the calls may use, all of them together; they pay for all of it. */
  readonly callsGas: number | undefined;
  /** Delegations that the payment carries along (EIP-7702). */
  readonly authorizations: readonly Authorization[];
  /** `topupGasAmount`; undefined where no native currency is wanted beside the payment. */
  readonly topupUnits: bigint | undefined;
}

/** Extras of most requests: none. */
export const noExtras: Extras = {
  calls: [],
  encodedCalls: [],
  callsGas: undefined,
  authorizations: [],
  topupUnits: undefined,
};

/** `topupGasAmount` by default (docs/spec/quote.md#default-topupGasAmount). */
const topupUnits = 2_000_000n;

/**
 * Reads `txs`, `authorizationList` and `topupGas`, as far as they can be judged without asking the
 * chain. A top-up of an account that is paid in native currency anyway is none.
 *
 * @throws PortageError `EXTRA_TXS_NOT_SUPPORTED`, `UNSUPPORTED_FEATURE`, `INVALID_EXTRA_TXS`,
 *   `INVALID_ADDRESS`, `SOLANA_TX_TOO_LARGE`, `INVALID_AUTHORIZATION`,
 *   `INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS`
 * @see docs/spec/quote.md#calls-on-the-destination
 */
export function readExtras(
  { body }: QuoteRequest,
  { chain, asset }: ListedCurrency,
  recipient: string,
): Extras {
  const { txs = [], authorizationList: authorizations = [], topupGas = false } = body;
  if (txs.length === 0 && body.gasLimitForDepositSpecifiedTxs !== undefined) {
    refuse('gasLimitForDepositSpecifiedTxs', 'is a limit of txs, and there are none', {
      code: 'INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS',
    });
  }
  if (txs.length === 0 && authorizations.length === 0 && !topupGas) return noExtras;
  const where = `on chain ${String(chain.id)}`;
  if (chain.calls === undefined && txs.length > 0)
    refuse('txs', `is not offered ${where}`, { code: 'EXTRA_TXS_NOT_SUPPORTED' });
  if (
    (chain.calls?.callsOnly ?? chain.calls === undefined) &&
    (authorizations.length > 0 || topupGas)
  )
    refuse(authorizations.length > 0 ? 'authorizationList' : 'topupGas', `is not offered ${where}`);
  if (txs.length > 0) refuseBesideCalls(body);
  refuseOtherValues(txs);
  const calls = txs.map((tx, index) => readCall(chain, tx, index));
  const encodedCalls = calls.map((call, index) => encode(chain, call, index));
  const payment = { currency: asset.address, recipient };
  chain.calls?.check({ calls, authorizations, payment });
  return {
    calls,
    encodedCalls,
    callsGas: calls.length === 0 ? undefined : readGasLimit(body, calls, chain),
    authorizations,
    topupUnits: topupGas && !asset.isNative ? BigInt(body.topupGasAmount ?? topupUnits) : undefined,
  };
}

/** Calls are the solver's to make, and only with a payment that it makes. */
function refuseBesideCalls(body: ParsedQuoteBody): void {
  if (body.useDepositAddress === true)
    refuse('txs', 'does not go with useDepositAddress', { code: 'EXTRA_TXS_NOT_SUPPORTED' });
}

/** A call carries its `value`; an `originalTxValue` that differs would have no effect. */
function refuseOtherValues(txs: NonNullable<ParsedQuoteBody['txs']>): void {
  const index = txs.findIndex((tx) => {
    if ('programId' in tx) return false;
    const { value, originalTxValue = value } = tx;
    return BigInt(originalTxValue) !== BigInt(value);
  });
  if (index < 0) return;
  refuse(`txs.${String(index)}.originalTxValue`, 'is not the value of the call', {
    code: 'INVALID_EXTRA_TXS',
    hint: 'Give what the call is to carry as value, and leave originalTxValue out.',
  });
}

/** A member of `txs`. Addresses and data of EVM chains are written in either case. */
function readCall({ codec }: Chain, tx: DestinationCall, index: number): OrderCall {
  const path = `txs.${String(index)}`;
  const call = atPath(path, () => readOrderCall(tx, codec, path));
  return 'programId' in tx
    ? call
    : { to: call.to.toLowerCase(), value: call.value, data: call.data.toLowerCase() };
}

function encode(chain: Chain, call: OrderCall, index: number): string {
  const encoded = atPath(`txs.${String(index)}.data`, () => chain.codec.encodeCall?.(call));
  return (
    encoded ??
    refuse('txs', `is not offered on chain ${String(chain.id)}`, {
      code: 'EXTRA_TXS_NOT_SUPPORTED',
    })
  );
}

function readGasLimit(
  { txsGasLimit, gasLimitForDepositSpecifiedTxs }: ParsedQuoteBody,
  calls: readonly OrderCall[],
  { calls: rules }: Chain,
): number | undefined {
  if (
    txsGasLimit !== undefined &&
    gasLimitForDepositSpecifiedTxs !== undefined &&
    txsGasLimit !== gasLimitForDepositSpecifiedTxs
  ) {
    refuse('gasLimitForDepositSpecifiedTxs', 'is not txsGasLimit, and both limit the same calls', {
      code: 'INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS',
    });
  }
  const limit = txsGasLimit ?? gasLimitForDepositSpecifiedTxs ?? rules?.gasLimit(calls);
  if (rules !== undefined && limit !== undefined && limit > rules.gasLimitMax) {
    refuse(
      txsGasLimit !== undefined
        ? 'txsGasLimit'
        : gasLimitForDepositSpecifiedTxs === undefined
          ? 'txs'
          : 'gasLimitForDepositSpecifiedTxs',
      `wants more gas than one transaction may use here, ${String(rules.gasLimitMax)}`,
      { code: 'INVALID_EXTRA_TXS' },
    );
  }
  return limit;
}

/** Refuses a member of the request. */
function refuse(
  path: string,
  message: string,
  {
    code = 'UNSUPPORTED_FEATURE',
    hint = `Leave ${path} out of the request.`,
  }: { readonly code?: ErrorCode; readonly hint?: string } = {},
): never {
  throw requestFault(path, message, { code, message: `${path} ${message}.`, hint });
}
