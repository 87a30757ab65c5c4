import { isAddressEqual, type Address, type Hex } from 'viem';
import { Money } from '@portage/core';
import {
  addressesOf,
  planContracts,
  type CreatedAddresses,
  type PlannedContract,
} from './contractSet.js';
import { readDataCost, readOfferedFees, type DeployClient } from './deployClient.js';
import type { DeployRecord } from './deployJournal.js';
import {
  factoryAddress,
  factoryCode,
  factoryCost,
  factoryGasPrice,
  factorySender,
  fundingGas,
} from './factory.js';
import type { ResolvedChain } from './resolveArguments.js';
import { compareCode, immutableValues } from './runtimeOf.js';

/** A contract to create, or one that is there. */
export interface PlannedStep extends PlannedContract {
  readonly isThere: boolean;
  /** Gas that its transaction may use; 0 where it is there. */
  readonly gas: bigint;
  /** Most wei that its transaction may cost. */
  readonly cost: bigint;
}

/** Steps of a deployment on a chain, their cost, and the reasons against them. */
export interface ChainPlan extends ResolvedChain {
  readonly salt: Hex;
  readonly created: CreatedAddresses;
  readonly isFactoryThere: boolean;
  /** Wei that the sender of the factory's transaction lacks. */
  readonly factoryFunds: bigint;
  readonly steps: readonly PlannedStep[];
  /** Most wei that everything may cost. */
  readonly cost: bigint;
  /** Undefined where no deployer is known. */
  readonly balance: bigint | undefined;
  readonly warnings: readonly string[];
  /** Reasons to send nothing. */
  readonly refusals: readonly string[];
}

/** Values that a chain is planned with. */
export interface PlanOptions {
  readonly client: DeployClient;
  readonly salt: Hex;
  readonly deployer: Address | undefined;
  readonly records: readonly DeployRecord[];
}

/** Looks at a chain and says what a deployment would do there. Sends nothing. */
export async function planChain(resolved: ResolvedChain, options: PlanOptions): Promise<ChainPlan> {
  const { chain, depository } = resolved;
  const { client, salt, deployer } = options;
  const { first } = client;
  const contracts = planContracts(depository, salt);
  const created = addressesOf(contracts);
  const fees = await readOfferedFees(first, chain.tipMin);
  const factory = await first.getCode({ address: factoryAddress });
  const isFactoryThere = factory !== undefined;
  const refusals = priceRefusals(resolved);
  if (isFactoryThere && factory !== factoryCode)
    refusals.push(`${factoryAddress} has other code than the factory: nothing can be created here`);
  if (!isFactoryThere && fees.baseFee > factoryGasPrice)
    refusals.push('gas costs more than the 100 gwei that the factory was signed for: wait');
  const values = immutableValues({ chainId: chain.id, created, depository });
  const steps: PlannedStep[] = [];
  for (const contract of contracts) {
    const code = await first.getCode({ address: contract.address });
    const isThere = code !== undefined;
    const differences = isThere ? compareCode(contract.name, code, values) : [];
    for (const difference of differences)
      refusals.push(`${contract.name} at ${contract.address}: ${difference}`);
    const gas = isThere ? 0n : await creationGas(contract, options);
    const data = contract.initCode;
    const dataCost = isThere ? 0n : await readDataCost(first, { chainId: chain.id, data });
    steps.push({ ...contract, isThere, gas, cost: gas * fees.maxFeePerGas + 2n * dataCost });
  }
  const held = isFactoryThere ? factoryCost : await first.getBalance({ address: factorySender });
  const factoryFunds = held < factoryCost ? factoryCost - held : 0n;
  const funding = factoryFunds === 0n ? 0n : factoryFunds + fundingGas * fees.maxFeePerGas;
  const cost = steps.reduce((sum, step) => sum + step.cost, funding);
  const balance =
    deployer === undefined ? undefined : await first.getBalance({ address: deployer });
  if (balance !== undefined && balance < cost)
    refusals.push(
      `${deployer ?? ''} holds ${Money.format(balance, 18)} and may need ${Money.format(cost, 18)}`,
    );
  refusals.push(...(await foreignTransactions(chain.id, options)));
  const ownerCode = await first.getCode({ address: depository.owner });
  const warnings = [
    ...(ownerCode === undefined
      ? [`the owner ${depository.owner} has no code: no multisig here`]
      : []),
    ...(resolved.missing.length === 0
      ? []
      : [`${resolved.missing.map(({ asset }) => asset).join(', ')}: the owner sets the limit`]),
    ...configuredOtherwise(resolved, created),
  ];
  const found = { isFactoryThere, factoryFunds, steps, cost, balance, warnings, refusals };
  return { ...resolved, salt, created, ...found };
}

/** Without a price there is no limit, and refunds of the asset would wait for 48 hours. */
function priceRefusals({ chain, wanted, isRecorded }: ResolvedChain): string[] {
  if (isRecorded) return [];
  return chain.assets
    .filter(({ id }) => !wanted.some(({ asset }) => asset.id === id))
    .map(({ id }) => `${id} has no price for its limit: write pricesUsd.${id}`);
}

async function creationGas(
  { initCode }: PlannedContract,
  { client, deployer = factorySender }: PlanOptions,
): Promise<bigint> {
  // Nodes refuse senders with code.
  const gas = await client.first.estimateGas({ account: deployer, data: initCode });
  // The factory copies and hashes the code, and gives its creation all but a 64th.
  return (gas * 115n) / 100n + 60_000n;
}

/** A transaction of the deployer that is under way, and that no record tells of. */
async function foreignTransactions(
  chainId: number,
  { client, deployer, records }: PlanOptions,
): Promise<readonly string[]> {
  if (deployer === undefined) return [];
  const count = (blockTag: 'latest' | 'pending'): Promise<number> =>
    client.first.getTransactionCount({ address: deployer, blockTag });
  const [mined, pending] = await Promise.all([count('latest'), count('pending')]);
  const isOurs = records.some(
    (record) =>
      record.kind === 'signed' &&
      record.chainId === chainId &&
      record.nonce === mined &&
      isAddressEqual(record.sender, deployer),
  );
  return pending > mined && !isOurs ? ['another transaction of the deployer is under way'] : [];
}

function configuredOtherwise(
  { chain }: ResolvedChain,
  created: CreatedAddresses,
): readonly string[] {
  const pairs = [
    ['depository', created.Depository],
    ['filler', created.Filler],
    ['router', created.Router],
    ['depositAddresses', created.DepositAddresses],
  ] as const;
  return pairs.flatMap(([name, address]) => {
    const written = chain.contracts[name];
    return written === undefined || isAddressEqual(written, address)
      ? []
      : [`contracts.${name} of the configuration is ${written}, not ${address}`];
  });
}
