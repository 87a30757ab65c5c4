import type { Hex } from 'viem';
import { deriveBridgeRelayer, type Role } from './deriveAccounts.js';
import { planContracts, type Deployment } from './planContracts.js';
import { bridgeRelayerEther, genesisEther, planFunds, type FundedAccounts } from './planFunds.js';
import type { Batch } from './sendBatch.js';
import { planUniswap, type Uniswap } from './uniswap/planUniswap.js';
import { placedContracts } from './placedContracts.js';
import { canonical, type CanonicalContracts, type PlacedCode } from './vendored/canonical.js';

/** Contracts of a chain: Portage's, those that every chain has, and Uniswap. */
export interface Contents {
  readonly deployment: Deployment;
  readonly canonical: CanonicalContracts;
  readonly uniswap: Uniswap;
}

/** All that makes a chain out of an empty one. */
export interface ChainPlan {
  /** Native balances of the first block, beside those of the phrase's accounts. */
  readonly balances: Readonly<Record<Hex, bigint>>;
  /** Transactions, a block for each batch. */
  readonly batches: readonly Batch[];
  readonly code: readonly PlacedCode[];
  /** Contracts, tokens and pools that the plan leaves on the chain. */
  readonly contents: Contents;
}

/** Plans a chain: the same accounts give the same plan. */
export function planChain(accounts: FundedAccounts): ChainPlan {
  const { roles } = accounts;
  const { deployment, batch } = planContracts(roles);
  const { usdc, weth, dai, wbtc } = deployment;
  const { uniswap, batches } = planUniswap({
    deployer: roles.faucet,
    tokens: { usdc, weth, dai, wbtc },
  });
  return {
    balances: genesisBalances(roles),
    batches: [batch, ...planFunds(accounts, deployment), ...batches],
    code: placedContracts,
    contents: { deployment, uniswap, canonical },
  };
}

function genesisBalances(roles: FundedAccounts['roles']): ChainPlan['balances'] {
  // The keys are the table's own.
  return {
    ...Object.fromEntries(
      Object.entries(genesisEther).map(([role, amount]) => [roles[role as Role].address, amount]),
    ),
    [deriveBridgeRelayer().address]: bridgeRelayerEther,
  };
}
