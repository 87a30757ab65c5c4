import { PortageError, type Clock } from '@portage/core';
import type { Cluster, Key } from '@portage/solana-chain';
import {
  setComputeUnitLimit,
  setComputeUnitPrice,
  type Instruction,
} from '@portage/solana/transaction';
import type { SignedSolanaStep, SolanaJournal } from './solanaJournal.js';
import type { SolanaDeployChain } from './solanaDeployChains.js';

/** Parts that a deployment sends with. */
export interface SolanaSending {
  readonly chain: SolanaDeployChain;
  readonly cluster: Cluster;
  readonly key: Key;
  readonly journal: SolanaJournal;
  readonly clock: Clock;
  /** Ends its waits. */
  readonly signal: AbortSignal;
  /** Told of points at which tests kill the process. */
  readonly failpoint?: ((point: string) => void) | undefined;
}

/** One transaction of a deployment. */
export interface SolanaStep {
  /** Name in the journal, as in `depository-program`. */
  readonly name: string;
  readonly units: number;
  readonly instructions: readonly Instruction[];
  /** Whether the cluster shows what the step is for; without it its transaction alone tells. */
  readonly isDone?: (() => Promise<boolean>) | undefined;
}

const pollMs = 500;
/** Looks for a transaction before its bytes are sent again. */
const looksPerSending = 4;
/** Sendings that are refused before the step fails. */
const refusalsMax = 4;
/** Times that a step is signed before the operator is asked to come back. */
const timesMax = 20;

/**
 * Carries a step out. Signed bytes are on disk before they are sent, and are sent again until the
 * cluster has them or can no longer take them; only then others are signed.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` where the cluster refuses, or takes them never
 */
export async function sendSolanaStep(step: SolanaStep, sending: SolanaSending): Promise<void> {
  const { failpoint, chain } = sending;
  for (let times = 0; times < timesMax; times += 1) {
    if (await step.isDone?.()) return;
    const signed = (await openBytes(step, sending)) ?? (await signStep(step, sending, times));
    if (await untilLanded(step, signed, sending)) {
      failpoint?.(`deploy-landed-${step.name}`);
      return;
    }
  }
  throw new PortageError('SERVICE_UNAVAILABLE', {
    message: `${chain.slug} has not taken the transaction of ${step.name} yet.`,
    hint: 'Run the same command again: it goes on where it stopped.',
  });
}

/** Sends bytes until they are confirmed (true), or can no longer land (false). */
async function untilLanded(
  step: SolanaStep,
  signed: SignedSolanaStep,
  { cluster, chain, clock, signal, failpoint }: SolanaSending,
): Promise<boolean> {
  let refusals = 0;
  for (let looks = 0; ; looks += 1) {
    const refusal = looks % looksPerSending === 0 ? await cluster.send(signed.raw) : undefined;
    if (looks === 0) failpoint?.(`deploy-sent-${step.name}`);
    if (refusal !== undefined) refusals += 1;
    const { status, reason } = await cluster.fate(signed);
    if (status === 'confirmed' || (await step.isDone?.())) return true;
    if (status === 'expired') return false;
    const words = status === 'failed' ? reason : refusals >= refusalsMax ? refusal : undefined;
    if (words !== undefined)
      throw new PortageError('SERVICE_UNAVAILABLE', {
        message: `${chain.slug} refused the transaction of ${step.name}: ${words}`,
        hint: 'Run the same command again once the reason is gone: nothing is sent twice.',
      });
    await clock.sleep(pollMs, signal);
  }
}

/** Bytes of a step that may still land, so that no others are signed. */
async function openBytes(
  { name }: SolanaStep,
  { cluster, chain, key, journal }: SolanaSending,
): Promise<SignedSolanaStep | undefined> {
  const last = journal.records.findLast(
    (record): record is SignedSolanaStep =>
      record.kind === 'signed' &&
      record.chainId === chain.id &&
      record.step === name &&
      record.deployer === key.address,
  );
  if (last === undefined) return undefined;
  return (await cluster.fate(last)).status === 'open' ? last : undefined;
}

async function signStep(
  { name, units, instructions }: SolanaStep,
  { cluster, chain, key, journal, failpoint }: SolanaSending,
  times: number,
): Promise<SignedSolanaStep> {
  const asked = await cluster.price();
  const floor = asked > chain.priceFloor ? asked : chain.priceFloor;
  const wanted = floor << BigInt(times);
  const price = wanted < chain.priceCeiling ? wanted : chain.priceCeiling;
  const bytes = await cluster.sign(key, [
    setComputeUnitLimit(units),
    setComputeUnitPrice(price),
    ...instructions,
  ]);
  const signed: SignedSolanaStep = {
    kind: 'signed',
    chainId: chain.id,
    step: name,
    deployer: key.address,
    ...bytes,
  };
  await journal.add(signed);
  failpoint?.(`deploy-stored-${name}`);
  return signed;
}
