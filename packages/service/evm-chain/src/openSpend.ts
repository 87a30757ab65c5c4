import { Money, PortageError } from '@portage/core';
import type { Depth, GasOperation, OrderCalls, Spend, Vault } from '@portage/core/chain';
import type { Allocator } from '@portage/core/plugin';
import { strictestRule } from '@portage/chain-kit';
import { createSender, type Sender } from '@portage/chain-kit/send';
import type { ParsedChainConfig } from './chainConfig.js';
import { bridgeTokens, deniedTargets, tokenAddresses, type ChainContext } from './chainContext.js';
import type { ChainMemory } from './followChain.js';
import { createReadAllowances } from './createReadMany.js';
import { createOperationCost } from './gas/createOperationCost.js';
import { dataFeeOf } from './gas/dataFee.js';
import { dataOracleOf } from './gas/dataOracle.js';
import type { Fees } from './gas/fees.js';
import { payloadBytes } from './gas/payloadBytes.js';
import { createOrderCalls } from './spend/createOrderCalls.js';
import { createSpend } from './spend/createSpend.js';
import { createReleases, type Releases } from './spend/createReleases.js';
import { createAllocator } from './spend/createAllocator.js';
import { standInAllocator, standInState } from './spend/standInAllocator.js';
import { openVault } from './spend/openVault.js';
import type { Spender } from './spend/createAllowances.js';
import { upcomingBlocks } from './spend/upcomingBlocks.js';

/** Parts of a chain that exist where the operator configured keys. */
export interface SpendParts {
  readonly spend: Spend;
  readonly calls: OrderCalls;
  readonly vault: Vault;
}

/** Memory and abilities of the chain that spending works with. */
export interface SpendMemory extends Pick<
  ChainMemory,
  'heads' | 'fees' | 'recipientGas' | 'market' | 'dataFees'
> {
  /** Whether endpoints try calls in a block that is named. */
  readonly takesOverrides: boolean;
}

/** Opens what spends the solver's tokens; undefined without the keys of solver and allocator. */
export async function openSpend(
  context: ChainContext,
  { takesOverrides, ...memory }: SpendMemory,
  signal: AbortSignal,
): Promise<SpendParts | undefined> {
  const { config, keys, rpc, keccak, quorum, clock } = context;
  const { solver, allocator } = keys;
  if (solver === undefined || allocator === undefined) return undefined;
  const { id: chainId, feeCeiling } = config;
  const { depository, filler } = config.contracts;
  const { heads } = memory;
  const fees = (): Fees => {
    const known = memory.fees();
    if (known === undefined)
      throw new PortageError('PRICE_FETCH_FAILED', {
        message: `The gas price of ${config.name} is not known yet.`,
      });
    return known;
  };
  const { learn } = memory.market;
  const sender = openSender(context, memory, signal);
  // The contract judges by its chain's clock, whatever ours says.
  const time = (): number => heads.latest()?.value.time ?? clock() / 1_000;
  const signedBy = (signer: Allocator): Releases =>
    createReleases({ chainId, depository, allocator: signer, keccak, time });
  const standIn = standInAllocator(keccak);
  const spend = createSpend({
    rpc,
    chainId,
    filler,
    depository,
    spenders: spendersOf(context),
    readMany: createReadAllowances(config.contracts.multicall3),
    solver,
    releases: signedBy(allocator),
    trials: {
      releases: signedBy(createAllocator(standIn, keccak)),
      state: standInState(depository, standIn),
    },
    keccak,
    fees,
    feeCeiling,
    quorum,
    finalBlock: () => finalDepth(config, heads),
    sender,
    learn,
    costOf: createOperationCost(memory),
    upcoming: () =>
      takesOverrides ? upcomingBlocks(heads.latest()?.value, config.secondsPerPayment) : [],
    recipientUnits: (operation) => memory.recipientGas.units(operation),
    dataUnits: dataUnitsOf(config, memory),
  });
  return {
    spend,
    vault: await openVault({ rpc, depository, time }, signal),
    calls: createOrderCalls({ chainId, denied: deniedTargets(context), rpc, keccak }),
  };
}

/** The filler, and each bridge, with the tokens of the solver that they are to move. */
function spendersOf(context: ChainContext): readonly Spender[] {
  const { contracts, bridges } = context.config;
  return [
    { address: contracts.filler, isForPayments: true, tokens: tokenAddresses(context) },
    ...bridges.map(({ contract, assets }) => ({
      address: contract.toLowerCase(),
      isForPayments: false,
      tokens: bridgeTokens(context, assets),
    })),
  ];
}

/** Block from which nothing goes back any more, by the strictest rule of the chain. */
function finalDepth({ finality }: ParsedChainConfig, heads: ChainMemory['heads']): Depth {
  const rule = strictestRule(finality);
  const tip = heads.latest()?.value.height;
  if (typeof rule !== 'number') return rule;
  return tip === undefined ? 'finalized' : Math.max(0, tip - rule + 1);
}

function openSender(
  { rpc, config: { sendUrls, sendPublicAfterBlocks, timeoutMs } }: ChainContext,
  { heads }: Pick<ChainMemory, 'heads'>,
  signal: AbortSignal,
): Sender {
  const height = (): number | undefined => heads.latest()?.value.height;
  return createSender({ rpc, sendUrls, sendPublicAfterBlocks, height, timeoutMs, signal });
}

/**
 * Arbitrum takes the data fee as gas, so that a limit must have room for it; it may double before
 * the transaction is in a block. Other rollups take it beside the gas.
 */
function dataUnitsOf(
  config: ParsedChainConfig,
  { market, dataFees }: Pick<ChainMemory, 'market' | 'dataFees'>,
): (operation: GasOperation) => bigint {
  if (dataOracleOf(config)?.kind !== 'arbitrum') return () => 0n;
  return (operation) => {
    const [now, data] = [market.market()?.value.baseFee ?? 0n, dataFees.latest()?.value];
    if (now === 0n || data === undefined) return 0n;
    return Money.mulDivUp(2n, dataFeeOf(data, payloadBytes(operation)), now);
  };
}
