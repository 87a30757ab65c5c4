import {
  createRefresh,
  createObservedEvents,
  readOnHeads,
  type ObservedEvents,
} from '@portage/chain-kit';
import type { ChainContext } from './chainContext.js';
import { createBalances, type BalanceMemory } from './createBalances.js';
import { createDataFees, type DataFeeMemory } from './gas/createDataFees.js';
import { createFees, type FeeMemory } from './gas/createFees.js';
import { dataOracleOf } from './gas/dataOracle.js';
import { createRecipientGas, type RecipientGas } from './gas/createRecipientGas.js';
import { policyFees, type Fees } from './gas/fees.js';
import { createFinalized } from './observe/createFinalized.js';
import { createHeads, type Heads } from './observe/createHeads.js';

/** Milliseconds between a new block and the refresh of what is kept in memory. */
const afterHeadMs = 20;

/** State of a chain that is kept up to date in memory. */
export interface ChainMemory {
  readonly heads: Heads;
  readonly observedEvents: ObservedEvents;
  readonly finalizedHeight: () => number;
  readonly market: FeeMemory;
  readonly dataFees: DataFeeMemory;
  readonly balances: BalanceMemory;
  readonly recipientGas: RecipientGas;
  /** Fees that a transaction should offer now; undefined before the first reading. */
  readonly fees: () => Fees | undefined;
}

/** Follows the newest block, gas prices and the solver's balances until the signal aborts. */
export async function followChain(
  { config, assets, keys, rpc, quorum, clock }: ChainContext,
  signal: AbortSignal,
): Promise<ChainMemory> {
  const { feeCeiling, tipMin, tipCeiling, wsUrl, pollMs, timeoutMs, devnet } = config;
  const heads = createHeads({
    ...{ rpc, quorum, wsUrl, pollMs, timeoutMs, devnet, clock, signal },
  });
  const observedEvents = createObservedEvents();
  const finalizedHeight = createFinalized(quorum, heads, clock, signal);
  const solver = keys.solver?.address;
  const market = createFees({ quorum, solver, feeCeiling, tipMin, tipCeiling, clock });
  const balances = createBalances({
    ...{ quorum, heads, assets, solver, clock },
    multicall3: config.contracts.multicall3,
  });
  const dataFees = createDataFees({ quorum, oracle: dataOracleOf(config), clock });
  for (const memory of [market, dataFees])
    await readOnHeads(() => memory.refresh(signal), { heads, afterHeadMs, clock, signal });
  await createRefresh({ rpc, heads, parts: [balances], afterHeadMs, clock, signal });
  const fees = (): Fees | undefined => {
    const now = market.market();
    return now === undefined ? undefined : policyFees(now.value, feeCeiling);
  };
  const recipientGas = createRecipientGas({ rpc, solver, clock, signal });
  return {
    ...{ heads, observedEvents, finalizedHeight, market, dataFees },
    ...{ balances, recipientGas, fees },
  };
}
