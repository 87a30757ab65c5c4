import { PortageError, type Observed } from '@portage/core';
import type { OrderCalls, Spend } from '@portage/core/chain';
import { ageOf, type Allocator } from '@portage/core/plugin';
import type { Quorum, Rpc } from '@portage/chain-kit';
import type { Sender } from '@portage/chain-kit/send';
import { programs as known, type DepositoryAddresses } from '@portage/solana/program';
import { solverAccounts } from '../calls/guardedAccounts.js';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import type { SwapTermsOf } from '../swap/openSwaps.js';
import type { VenueRules } from '../swap/venue/judgeInstruction.js';
import type { Programs } from '../observe/readInvocation.js';
import type { Blockhash } from './createBlockhashes.js';
import type { AddressRoot } from './createAddressRoot.js';
import type { Key } from './createKey.js';
import { createCalls } from './createCalls.js';
import { createMarkers } from './createMarkers.js';
import { createPayments } from './createPayments.js';
import { createSpend, type SpendOptions } from './createSpend.js';
import { createSweeps } from './createSweeps.js';
import { openVault } from './openVault.js';
import { startSweeps, type SweepOptions } from './sweepSwapKey.js';

/** A blockhash older than this has too little of its life left to be signed with. */
const blockhashAgeMsMax = 20_000;

/** Options of {@link openSpend}. */
export interface OpenSpendOptions {
  readonly rpc: Rpc;
  readonly chainId: number;
  /** Name of the chain, for errors. */
  readonly chainName: string;
  readonly programs: Programs;
  readonly addresses: DepositoryAddresses;
  /** Mints of the listed tokens. */
  readonly mints: readonly string[];
  readonly tokenProgramOf: TokenProgramOf;
  readonly solver: Key;
  readonly sender: Sender;
  readonly allocator: Allocator;
  /** Root of deposit addresses; undefined where the chain offers none. */
  readonly root: AddressRoot | undefined;
  /** Endpoints that must agree before money is spent a second time. */
  readonly quorum: Quorum;
  /** Newest blockhash, from memory. */
  readonly latestBlockhash: () => Observed<Blockhash> | undefined;
  /** Market price of a compute unit, in micro-lamports. */
  readonly price: () => bigint;
  /** Highest price of a compute unit, in micro-lamports. */
  readonly priceCeiling: bigint;
  /** Cost of an operation now, in lamports, at a price; undefined while rent is not known. */
  readonly costAt: SpendOptions['costAt'];
  /** Rent of a marker, lamports, from memory; undefined while it is not known. */
  readonly markerRent?: (() => bigint | undefined) | undefined;
  /** Rent of a token account, lamports, from memory; undefined while it is not known. */
  readonly tokenRent: SpendOptions['tokenRent'];
  /** Judges the instructions of callers. */
  readonly orderCalls: Pick<OrderCalls, 'check'>;
  /** Reads the calls of swaps; undefined where nothing is swapped. */
  readonly termsOf?: SwapTermsOf | undefined;
  /** Bounds of instructions of venues; undefined where none are asked. */
  readonly venueRules?: VenueRules | undefined;
  /** Signs them. */
  readonly swapKey?: Key | undefined;
  readonly isHalted: SweepOptions['isHalted'];
  readonly log: SweepOptions['log'];
  readonly clock: () => number;
}

/**
 * Opens the accounts that payments need, then returns the chain's `spend`.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when the solver cannot pay for the accounts
 */
export async function openSpend(options: OpenSpendOptions, signal: AbortSignal): Promise<Spend> {
  const { rpc, chainId, programs, addresses, mints, solver, allocator, quorum, clock } = options;
  const { tokenProgramOf, swapKey, isHalted, log } = options;
  const blockhash = (): Blockhash => {
    const latest = options.latestBlockhash();
    if (latest === undefined || ageOf(latest, clock()) > blockhashAgeMsMax) {
      throw new PortageError('PRICE_FETCH_FAILED', {
        message: `The newest blockhash of ${options.chainName} is not known.`,
      });
    }
    return latest.value;
  };
  // A process that only watches the solver leaves the accounts to those that pay.
  const { depository, filler } = programs;
  if (solver.canSign)
    await openVault(
      {
        rpc,
        solver,
        depository,
        vault: addresses.vault,
        mints,
        tokenProgramOf,
        swapKey: swapKey?.address,
        blockhash,
        clock,
      },
      signal,
    );
  // Swaps are between mints of the classic token program.
  const swapped = mints.filter((mint) => tokenProgramOf(mint) === known.token);
  if (swapKey !== undefined)
    startSweeps({ rpc, solver, swapKey, mints: swapped, blockhash, isHalted, log }, signal);
  const place = { depository, addresses, solver: solver.address, tokenProgramOf };
  const marked = { depository, filler, solver: solver.address };
  return createSpend({
    rpc,
    programs,
    quorum: quorum.needed,
    endpointQuorum: quorum,
    depository,
    solver,
    swapKey,
    sender: options.sender,
    payments: createPayments({
      ...place,
      chainId,
      filler,
      allocator,
      orderCalls: options.orderCalls,
      termsOf: options.termsOf,
      venueRules: options.venueRules,
    }),
    calls: createCalls(createSweeps({ ...place, root: options.root }), marked),
    markers: createMarkers({ ...marked, endpointQuorum: quorum, rent: options.markerRent }),
    blockhash,
    price: options.price,
    priceCeiling: options.priceCeiling,
    costAt: options.costAt,
    tokenProgramOf,
    accounts: [solver, ...(swapKey === undefined ? [] : [swapKey])].flatMap(({ address }) =>
      solverAccounts({ solver: address, mints }),
    ),
    tokenRent: options.tokenRent,
  });
}
