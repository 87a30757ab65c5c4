import { Money } from '@portage/core';
import { programAccountBytes, programHeaderBytes, type Cluster } from '@portage/solana-chain';
import { compareProgram, planPrograms, type PlannedProgram } from './programSet.js';
import { readCluster, type FoundProgram, type FoundPrograms } from './readCluster.js';
import type { ResolvedSolana } from './resolveSolana.js';

/** Bytes of a program in one transaction: what fits beside its accounts. */
export const chunkBytes = 900;
/** Compute units that a transaction of a deployment may use. */
export const unitsMax = { write: 10_000, load: 30_000, initialize: 200_000 } as const;
/** More than the depository's own account has. */
const configBytesMax = 512;
const signatureFee = 5_000n;
const microPerUnit = 1_000_000n;

/** A step of a deployment. */
export interface PlannedSolanaStep {
  readonly name: string;
  readonly address: string;
  readonly isThere: boolean;
  /** Most lamports that it may cost, deposits for rent among them. */
  readonly cost: bigint;
}

/** Steps of a deployment on a cluster, their cost, and the reasons against them. */
export interface SolanaPlan extends ResolvedSolana {
  readonly planned: readonly PlannedProgram[];
  readonly steps: readonly PlannedSolanaStep[];
  /** Most lamports that everything may cost. */
  readonly cost: bigint;
  readonly balance: bigint;
  readonly warnings: readonly string[];
  /** Reasons to send nothing. */
  readonly refusals: readonly string[];
}

/** Looks at a cluster and says what a deployment would do there. Sends nothing. */
export async function planSolana(resolved: ResolvedSolana, cluster: Cluster): Promise<SolanaPlan> {
  const { chain, programs } = resolved;
  const planned = planPrograms(programs);
  const found = await readCluster(cluster, planned);
  const named = [programs.deployer, programs.owner, programs.upgradeAuthority ?? programs.owner];
  const [payer, owner, authority] = await cluster.accounts(named);
  const steps = await planSteps(resolved, found, cluster);
  const cost = steps.reduce((sum, step) => sum + step.cost, 0n);
  const balance = payer?.lamports ?? 0n;
  const refusals = [
    ...priceRefusals(resolved),
    ...found.programs.flatMap((each) => programRefusals(each, resolved, found)),
  ];
  if (balance < cost)
    refusals.push(
      `${programs.deployer} holds ${Money.format(balance, 9)} and may need ${Money.format(cost, 9)}`,
    );
  const warnings = [
    ...(owner === undefined ? [`the owner ${programs.owner} has no account yet`] : []),
    ...(programs.upgradeAuthority !== null && authority === undefined
      ? [`the upgrade authority ${programs.upgradeAuthority} has no account yet`]
      : []),
    ...limitWarnings(resolved),
    ...configuredOtherwise(chain.programs, planned),
  ];
  return { ...resolved, planned, steps, cost, balance, warnings, refusals };
}

async function planSteps(
  { chain, programs: { upgradeAuthority } }: ResolvedSolana,
  { programs, config }: FoundPrograms,
  cluster: Cluster,
): Promise<readonly PlannedSolanaStep[]> {
  const fee = (units: number, times = 1): bigint =>
    BigInt(times) *
    (signatureFee + Money.mulDivUp(BigInt(units), chain.priceCeiling, microPerUnit));
  const steps: PlannedSolanaStep[] = [];
  for (const { planned, loaded, bufferLamports } of programs) {
    const { name, address, bytes } = planned;
    const step = (suffix: string, isThere: boolean, cost: bigint): void => {
      steps.push({ name: `${name}-${suffix}`, address, isThere, cost: isThere ? 0n : cost });
    };
    const rent =
      (await cluster.rent(programAccountBytes)) +
      (await cluster.rent(programHeaderBytes + bytes.length));
    const writes = fee(unitsMax.write, Math.ceil(bytes.length / chunkBytes));
    const kept = bufferLamports < rent ? bufferLamports : rent;
    step('program', loaded !== undefined, rent - kept + writes + fee(unitsMax.load, 2));
    if (name === 'depository') {
      const own = (await cluster.rent(configBytesMax)) + (await cluster.rent(0));
      step('initialize', config !== undefined, own + fee(unitsMax.initialize));
    }
    const isNamed = loaded !== undefined && loaded.authority === upgradeAuthority;
    step('authority', isNamed, fee(unitsMax.load));
  }
  return steps;
}

/** Without a price there is no limit, and the first run could not write one. */
function priceRefusals({ chain, wanted, isRecorded }: ResolvedSolana): readonly string[] {
  if (isRecorded) return [];
  return chain.assets
    .filter(({ id }) => !wanted.some(({ asset }) => asset.id === id))
    .map(({ id }) => `${id} has no price for its limit: write pricesUsd.${id}`);
}

function programRefusals(
  { planned, loaded, isTaken }: FoundProgram,
  { programs: { deployer, upgradeAuthority } }: ResolvedSolana,
  { config }: FoundPrograms,
): readonly string[] {
  const place = `the ${planned.name} at ${planned.address}`;
  if (loaded === undefined) return isTaken ? [`${place} is no program of the loader`] : [];
  const difference = compareProgram(loaded.bytes, planned.bytes);
  if (difference !== undefined)
    return [`${place}: ${difference}; another salt makes another set of programs`];
  const { authority } = loaded;
  if (authority !== deployer && authority !== upgradeAuthority)
    return [`${place} can be replaced by ${authority ?? 'nobody'}, who was not named`];
  if (planned.name === 'depository' && config === undefined && authority !== deployer)
    return [`${place} is not initialised, and only ${authority ?? 'nobody'} could do it`];
  return [];
}

function limitWarnings({ wanted, programs }: ResolvedSolana): readonly string[] {
  return wanted
    .filter(({ capacity }) => capacity > programs.capacity)
    .map(({ asset, usdE12 }) => {
      const usd = Money.usdDown(programs.capacity, asset.decimals, { usdE12 });
      return `${asset.id}: at first ${Money.format(usd, 6)} USD may leave; the owner raises its limit`;
    });
}

function configuredOtherwise(
  configured: Readonly<Record<string, string>>,
  planned: readonly PlannedProgram[],
): readonly string[] {
  return planned.flatMap(({ name, address }) => {
    const written = configured[name];
    return written === undefined || written === address
      ? []
      : [`programs.${name} of the configuration is ${written}, not ${address}`];
  });
}
