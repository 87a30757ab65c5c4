import { assert, bytesToHex, hexToBytes } from '@portage/core';
import type { MarkedPayment, PaymentMarkerState, PaymentMarkers } from '@portage/core/plugin';
import { malformedReply, type Endpoint, type Quorum } from '@portage/chain-kit';
import {
  closeMarker,
  fillMarkerAddress,
  markerMarginSeconds,
  readMarker,
  usedRequestAddress,
} from '@portage/solana/program';
import { concatBytes, type Instruction } from '@portage/solana/transaction';
import type { AccountState } from '../rpc/accounts.js';
import { askFinalAccounts } from '../rpc/finalAccounts.js';
import { paymentSecondsMax } from './createPayments.js';

/** Markers that one transaction closes: more do not fit its bytes. */
const closedMax = 16;
/** Compute units of one marker, at least twice what `spend/markers.node.test.ts` measures. */
const unitsPerMarker = 6_000;
/** A byte that tells the program, and the order or the nonce. */
const entryBytes = 33;

/** Programs that keep markers, and the account that bears their rent. */
export interface MarkerPlace {
  readonly depository: string;
  readonly filler: string;
  readonly solver: string;
}

/** Endpoints and programs of markers. */
export interface MarkersOptions extends MarkerPlace {
  readonly endpointQuorum: Quorum;
  /** Rent of a marker, lamports, from memory; undefined while it is not known. */
  readonly rent?: (() => bigint | undefined) | undefined;
}

/** A marker as a program derives it. */
interface DerivedMarker {
  readonly kind: 'depository' | 'filler';
  readonly program: string;
  readonly marker: string;
}

/** The marker of a payment: a release has one by its nonce, a payment of ours one by its order. */
function markerOf(
  { orderId: order, nonce }: MarkedPayment,
  { depository, filler, solver }: MarkerPlace,
): DerivedMarker {
  return nonce === undefined
    ? { kind: 'filler', program: filler, marker: fillMarkerAddress({ filler, solver, order }) }
    : { kind: 'depository', program: depository, marker: usedRequestAddress(depository, nonce) };
}

/** State of a marker at the time of a final block. Pure. */
function stateOf(
  { kind, program }: DerivedMarker,
  account: AccountState | undefined,
  { solver, time }: { readonly solver: string; readonly time: number },
): PaymentMarkerState {
  if (account?.owner !== program) return 'gone';
  const marker = readMarker(kind, account.data);
  if (marker === undefined) throw malformedReply('marker');
  if (marker.payer !== solver) return 'foreign';
  return BigInt(time) - marker.expires > markerMarginSeconds ? 'closable' : 'held';
}

/**
 * Makes the markers of the solver's payments. Each endpoint tells the accounts of one final block,
 * and the time of that block, which is the clock that the programs read.
 */
export function createMarkers(options: MarkersOptions): PaymentMarkers {
  const { depository, solver, endpointQuorum } = options;
  const ask = async (
    endpoint: Endpoint,
    derived: readonly DerivedMarker[],
    signal: AbortSignal,
  ): Promise<readonly PaymentMarkerState[]> => {
    const addresses = derived.map(({ marker }) => marker);
    const { accounts, time } = await askFinalAccounts(endpoint, addresses, signal);
    return derived.map((one, index) => stateOf(one, accounts[index], { solver, time }));
  };
  return {
    heldSeconds: Number(markerMarginSeconds) + paymentSecondsMax,
    closedMax,
    read: async (payments, signal) => {
      const derived = payments.map((payment) => markerOf(payment, options));
      const told = await endpointQuorum.read<PaymentMarkerState>(
        {
          subject: 'markers',
          items: derived.length,
          ask: (endpoint, stop) => ask(endpoint, derived, stop),
        },
        signal,
      );
      return told.map((state) => state ?? 'held');
    },
    close: (payments) => {
      assert(payments.length >= 1 && payments.length <= closedMax, 'the markers fit one call');
      const entries = payments.map(({ orderId, nonce }) =>
        concatBytes([Uint8Array.of(nonce === undefined ? 0 : 1), hexToBytes(nonce ?? orderId)]),
      );
      const rent = options.rent?.();
      return {
        worth: rent === undefined ? undefined : rent * BigInt(payments.length),
        to: depository,
        data: bytesToHex(concatBytes(entries)),
        gasLimit: unitsPerMarker * payments.length,
      };
    },
  };
}

/**
 * Instructions of a call that closes markers. Each marker is derived from its payment and from the
 * solver, so whatever a stored call says, only markers are closed, and their rent is the solver's.
 */
export function closingInstructions(data: string, place: MarkerPlace): readonly Instruction[] {
  const bytes = hexToBytes(data);
  const count = bytes.length / entryBytes;
  assert(Number.isInteger(count) && count >= 1 && count <= closedMax, 'the call closes markers');
  return Array.from({ length: count }, (_, index) => {
    const start = index * entryBytes;
    const kind = bytes[start];
    assert(kind === 0 || kind === 1, 'a marker is of one of two programs');
    const id = bytesToHex(bytes.subarray(start + 1, start + entryBytes));
    const payment = kind === 1 ? { orderId: id, nonce: id } : { orderId: id };
    return closeMarker({ ...markerOf(payment, place), payer: place.solver });
  });
}
