import {
  isFinalAt,
  valueAtRisk,
  type Chain,
  type ChainProgress,
  type DepositEvent,
} from '@portage/core/chain';
import type { Queryable, Statement } from '@portage/database';
import type { ExposedDeposit, NextStep, StepContext } from './context.js';

const exposedStatement: Statement = {
  name: 'deposits_exposed',
  text: `select currency, amount, height from deposits where chain_id = $1 and height > $2 and state = 'final' and outcome <> 'suspense'`,
};

/** More than anything is worth, in micro-USD. */
const anyWorth = 2n ** 96n;

/** Whether as many blocks stand on a height as the most valuable deposit needs. */
export function isFinalForAny(chain: Chain, height: number, progress: ChainProgress): boolean {
  return isFinalAt(chain, height, anyWorth, progress);
}

/** Blocks below the newest one in which a deposit can be exposed: no rule asks for more. */
const depthMax = 100_000;

/**
 * Deposits of a chain that are exposed: from memory, or from the database where a step has deposits
 * that could be. Undefined where there is no limit, or the step has no need of them.
 */
export async function readExposed(
  { settlement }: StepContext,
  { chain, position, earlier }: NextStep,
  deposits: readonly DepositEvent[],
  progress: ChainProgress,
): Promise<readonly ExposedDeposit[] | undefined> {
  if (chain.finality.exposureMicroUsdMax === undefined) return undefined;
  const isExposed = ({ height }: Pick<ExposedDeposit, 'height'>): boolean =>
    !isFinalForAny(chain, height, progress);
  if (position.exposed !== undefined) return position.exposed.filter(isExposed);
  if (!deposits.some(isExposed)) return undefined;
  await earlier?.written;
  return (await readSpent(settlement, chain.id, progress)).filter(isExposed);
}

function readSpent(
  database: Queryable,
  chainId: number,
  { height, finalizedHeight }: ChainProgress,
): Promise<readonly ExposedDeposit[]> {
  return database.query<{ currency: string; amount: bigint; height: number }>(exposedStatement, [
    chainId,
    Math.max(finalizedHeight, height - depthMax),
  ]);
}

/** Counts what is spent against deposits before the deepest rule of their chain holds for them. */
export interface Exposure {
  /** Takes a deposit in, where the limit has room for it. */
  admit(deposit: DepositEvent, valueMicroUsd: bigint): boolean;
}

/** Makes the count of a step, which begins with what is exposed before it. */
export function createExposure(
  { prices, clock }: Pick<StepContext, 'prices' | 'clock'>,
  { chain }: Pick<NextStep, 'chain'>,
  exposed: readonly ExposedDeposit[] | undefined,
  progress: ChainProgress,
): Exposure {
  const limit = chain.finality.exposureMicroUsdMax;
  const now = clock.now();
  let total = (exposed ?? []).reduce(
    (sum, deposit) => sum + valueAtRisk(chain, deposit, prices, now),
    0n,
  );
  return {
    admit: ({ height }, value) => {
      if (limit === undefined || isFinalForAny(chain, height, progress)) return true;
      if (total + value > limit) return false;
      total += value;
      return true;
    },
  };
}
