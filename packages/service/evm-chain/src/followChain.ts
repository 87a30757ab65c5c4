import {
  createRefresh,
  createObservedEvents,
  followShared,
  isOutranked,
  printMemory,
  readOnHeads,
  type ObservedEvents,
} from '@portage/chain-kit';
import type { SharedReadings } from '@portage/core/plugin';
import type { ChainContext } from './chainContext.js';
import { createBalances, type BalanceMemory } from './createBalances.js';
import type { Observed } from '@portage/core';
import type { DataFee } from './gas/dataFee.js';
import { createDataFees, type DataFeeMemory } from './gas/createDataFees.js';
import { createFees, type FeeMemory } from './gas/createFees.js';
import { dataOracleOf } from './gas/dataOracle.js';
import { createRecipientGas, type RecipientGas } from './gas/createRecipientGas.js';
import { policyFees, type Fees } from './gas/fees.js';
import { createFinalized } from './observe/createFinalized.js';
import { createHeads, type Heads } from './observe/createHeads.js';
import type { Market } from './gas/readFees.js';
import type { Header } from './rpc/header.js';
import type { BlockTag } from './rpc/taggedRequest.js';

/** Milliseconds between a new block and the refresh of what is kept in memory. */
const afterHeadMs = 20;

/** Milliseconds between two refreshes at least. */
const readingMsUsual = 3_000;
/** The same on a devnet, whose blocks come when a test wants them. */
const readingMsOfDevnets = 200;

/** State of a chain that is kept up to date in memory. */
export interface ChainMemory {
  readonly heads: Heads;
  readonly observedEvents: ObservedEvents;
  readonly finalizedHeight: () => number;
  /** Height that the chain calls safe, where a tier waits for that. */
  readonly safeHeight?: (() => number) | undefined;
  readonly market: FeeMemory;
  readonly dataFees: DataFeeMemory;
  readonly balances: BalanceMemory;
  readonly recipientGas: RecipientGas;
  /** Fees that a transaction should offer now; undefined before the first reading. */
  readonly fees: () => Fees | undefined;
  /** All of it but the events, as text for other processes; undefined before the first block. */
  readonly share: () => string | undefined;
}

/** Prices of gas and of data, as they are shared. */
interface Prices extends Market {
  readonly dataFee: DataFee;
}

/** Members of what processes share; another number for others. */
const shape = 'evm-2';

/**
 * Follows the newest block, gas prices and the solver's balances until the signal aborts, or takes
 * what another process shares of them.
 */
export async function followChain(
  context: ChainContext,
  signal: AbortSignal,
  shared?: SharedReadings,
): Promise<ChainMemory> {
  const { config, assets, keys, rpc, quorum, clock } = context;
  const { feeCeiling, tipMin, tipCeiling, pollMs, timeoutMs, devnet } = config;
  let isLeft = (): boolean => false;
  const heads = createHeads({
    rpc,
    quorum,
    pollMs,
    timeoutMs,
    devnet,
    clock,
    signal,
    // A process that receives the blocks of another one needs no second announcement.
    wsUrl: shared === undefined ? config.wsUrl : undefined,
    isLeft: () => isLeft(),
  });
  const observedEvents = createObservedEvents();
  const follow = (tag: BlockTag): (() => number) =>
    createFinalized(quorum, heads, clock, signal, { isLeft: () => isLeft(), tag, devnet });
  const finalizedHeight = follow('finalized');
  const waitsForSafe = config.finality.some(({ confirmations }) => confirmations === 'safe');
  const safeHeight = waitsForSafe ? follow('safe') : undefined;
  const solver = keys.solver?.address;
  const market = createFees({ quorum, solver, feeCeiling, tipMin, tipCeiling, clock });
  const balances = createBalances({
    quorum,
    heads,
    assets,
    solver,
    clock,
    multicall3: config.contracts.multicall3,
  });
  const dataFees = openDataFees(context);
  isLeft = followShared<Header, Prices>({
    shape,
    shared,
    clock,
    take: (memory) => {
      balances.known.take(memory);
      if (memory.market !== undefined) takePrices({ market, dataFees }, memory.market);
      const { value, observedAt } = memory.head;
      if (!isOutranked(heads, value.height, clock))
        heads.publish({ ...value, ask: rpc.ask }, observedAt);
    },
  });
  const following = { heads, afterHeadMs, everyMs: readingMsOf(config), clock, signal, isLeft };
  for (const memory of [market, dataFees])
    await readOnHeads(() => memory.refresh(signal), following);
  await createRefresh({ rpc, parts: [balances], ...following });
  const recipientGas = createRecipientGas({ rpc, solver, clock, signal });
  const share = (): string | undefined =>
    shareMemory({ heads, market, dataFees, balances }, clock());
  return {
    heads,
    observedEvents,
    finalizedHeight,
    safeHeight,
    market,
    dataFees,
    balances,
    recipientGas,
    fees: () => feesOf(market, feeCeiling),
    share,
  };
}

function openDataFees({ config, quorum, clock }: ChainContext): DataFeeMemory {
  const { multicall3 } = config.contracts;
  return createDataFees({ quorum, oracle: dataOracleOf(config), multicall3, clock });
}

function readingMsOf({ readingMs, devnet }: ChainContext['config']): number {
  return readingMs ?? (devnet ? readingMsOfDevnets : readingMsUsual);
}

function feesOf(market: ChainMemory['market'], feeCeiling: bigint): Fees | undefined {
  const now = market.market();
  return now === undefined ? undefined : policyFees(now.value, feeCeiling);
}

type PriceMemory = Pick<ChainMemory, 'market' | 'dataFees'>;

function takePrices(
  { market, dataFees }: PriceMemory,
  { value: { dataFee, ...value }, observedAt }: Observed<Prices>,
): void {
  market.take({ value, observedAt });
  dataFees.take({ value: dataFee, observedAt });
}

/** Both prices with the age of the older one. */
function pricesOf({ market, dataFees }: PriceMemory): Observed<Prices> | undefined {
  const [gas, data] = [market.market(), dataFees.latest()];
  if (gas === undefined || data === undefined) return undefined;
  return {
    value: { ...gas.value, dataFee: data.value },
    observedAt: Math.min(gas.observedAt, data.observedAt),
  };
}

function shareMemory(
  { heads, balances, ...prices }: Pick<ChainMemory, 'heads' | 'balances'> & PriceMemory,
  now: number,
): string | undefined {
  const head = heads.latest();
  if (head === undefined) return undefined;
  const { height, hash, parentHash, time, baseFee, logsBloom } = head.value;
  const header = { height, hash, parentHash, time, baseFee, logsBloom };
  return printMemory<Header, Prices>(
    shape,
    { head: { ...head, value: header }, market: pricesOf(prices), ...balances.known },
    now,
  );
}
