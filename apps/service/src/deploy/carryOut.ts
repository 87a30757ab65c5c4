import { PortageError, type Clock } from '@portage/core';
import { concatHex, keccak256, type Address, type Hex, type PrivateKeyAccount } from 'viem';
import { readOfferedFees, sendBytes, type DeployClient } from './deployClient.js';
import type { DeployJournal, SignedStep, StepName } from './deployJournal.js';
import {
  factoryAddress,
  factoryCode,
  factoryCost,
  factorySender,
  factoryTransaction,
  fundingGas,
} from './factory.js';
import type { ChainPlan, PlannedStep } from './planChain.js';
import { compareCode, immutableValues } from './runtimeOf.js';

/** Parts that a deployment sends with. */
export interface SendContext {
  readonly client: DeployClient;
  readonly account: PrivateKeyAccount;
  readonly journal: DeployJournal;
  readonly clock: Clock;
  /** Ends its waits. */
  readonly signal: AbortSignal;
  /** Told of points at which tests kill the process. */
  readonly failpoint?: ((point: string) => void) | undefined;
}

const pollMs = 500;
/** Looks for a receipt before the bytes are sent again, or signed with higher fees. */
const looksMax = 30;
/** Times that a step is sent before the operator is asked to come back. */
const timesMax = 20;

/**
 * Creates what a chain lacks. Signed bytes are on disk before they are sent, and are sent again
 * after a crash; what is there is not created again.
 *
 * @throws PortageError where the chain refuses, or takes longer than ten minutes for a transaction
 */
export async function carryOut(plan: ChainPlan, context: SendContext): Promise<void> {
  if (!plan.isFactoryThere) await createFactory(plan, context);
  for (const step of plan.steps) if (!step.isThere) await createContract(plan, step, context);
}

async function createFactory(plan: ChainPlan, context: SendContext): Promise<void> {
  const { first } = context.client;
  const isThere = async (): Promise<boolean> =>
    (await first.getCode({ address: factoryAddress })) === factoryCode;
  const isFunded = async (): Promise<boolean> =>
    (await first.getBalance({ address: factorySender })) >= factoryCost || isThere();
  const transaction = { to: factorySender, value: plan.factoryFunds, gas: fundingGas };
  await sendStep(plan, { step: 'factory-funds', isDone: isFunded, ...transaction }, context);
  if (await isThere()) return;
  context.failpoint?.('deploy-funded');
  const fault = await sendBytes(context.client, factoryTransaction).catch(
    (error: unknown) => error,
  );
  for (let looks = 0; looks < looksMax; looks += 1) {
    if (await isThere()) return;
    await context.clock.sleep(pollMs, context.signal);
  }
  throw new PortageError('SERVICE_UNAVAILABLE', {
    message: `${plan.chain.slug} did not create the factory ${factoryAddress}.`,
    hint: isReplayRefusal(fault)
      ? 'It refuses transactions without a chain id (before EIP-155). Use an endpoint that takes them (geth: --rpc.allow-unprotected-txs), or ask the network for the factory.'
      : 'Run the same command again: what was sent is not sent twice.',
    cause: fault,
  });
}

/** Whether an endpoint refused a transaction because it names no chain, in any node's words. */
export function isReplayRefusal(fault: unknown): boolean {
  return fault instanceof Error && /eip-?155|replay|unprotected|chain ?id/i.test(fault.message);
}

async function createContract(
  plan: ChainPlan,
  step: PlannedStep,
  context: SendContext,
): Promise<void> {
  const { chain, created, depository, salt } = plan;
  const values = immutableValues({ chainId: chain.id, created, depository });
  const isDone = async (): Promise<boolean> => {
    const code = await context.client.first.getCode({ address: step.address });
    if (code === undefined) return false;
    const [difference] = compareCode(step.name, code, values);
    if (difference === undefined) return true;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${step.name} at ${step.address} of ${chain.slug}: ${difference}.`,
    });
  };
  const data = concatHex([salt, step.initCode]);
  await sendStep(
    plan,
    { step: step.name, to: factoryAddress, data, gas: step.gas, isDone },
    context,
  );
}

interface SentStep {
  readonly step: StepName;
  readonly to: Address;
  readonly data?: Hex;
  readonly value?: bigint;
  readonly gas: bigint;
  /** Whether the chain shows what the step is for. */
  isDone(): Promise<boolean>;
}

async function sendStep(plan: ChainPlan, step: SentStep, context: SendContext): Promise<void> {
  const { chain } = plan;
  for (let times = 0; times < timesMax; times += 1) {
    if (await isMined(plan, step, context)) return;
    const signed = await signStep(plan, step, context);
    const fault = await sendBytes(context.client, signed.raw).then(
      () => undefined,
      (error: unknown) => error,
    );
    context.failpoint?.(`deploy-sent-${step.step}`);
    for (let looks = 0; looks < looksMax; looks += 1) {
      if (await isMined(plan, step, context)) {
        context.failpoint?.(`deploy-mined-${step.step}`);
        return;
      }
      // The endpoint may refuse bytes that another one has taken already.
      if (fault !== undefined && looks === 3) throw refused(chain.slug, step.step, fault);
      await context.clock.sleep(pollMs, context.signal);
    }
  }
  throw new PortageError('SERVICE_UNAVAILABLE', {
    message: `${chain.slug} has not mined the transaction of ${step.step} yet.`,
    hint: 'Run the same command again: it goes on with the same transaction.',
  });
}

function refused(slug: string, step: StepName, cause: unknown): PortageError {
  const details = cause instanceof Error && 'details' in cause ? String(cause.details) : '';
  return new PortageError('SERVICE_UNAVAILABLE', {
    message: `${slug} refused the transaction of ${step}: ${details}`,
    hint: 'Run the same command again once the reason is gone: nothing is sent twice.',
    cause,
  });
}

/** Signed bytes of a step, by this sender, oldest first. */
function signedOf(plan: ChainPlan, step: SentStep, context: SendContext): readonly SignedStep[] {
  return context.journal.records.filter(
    (record): record is SignedStep =>
      record.kind === 'signed' &&
      record.chainId === plan.chain.id &&
      record.step === step.step &&
      record.sender.toLowerCase() === context.account.address.toLowerCase(),
  );
}

/** Whether a step is done; notes the block of its transaction, which a reversal ends. */
async function isMined(plan: ChainPlan, step: SentStep, context: SendContext): Promise<boolean> {
  const { client, journal } = context;
  const isDone = await step.isDone();
  for (const { hash } of signedOf(plan, step, context)) {
    const receipt = await client.first.getTransactionReceipt({ hash }).catch(() => undefined);
    if (receipt === undefined) continue;
    const isNoted = journal.records.some((each) => each.kind === 'mined' && each.hash === hash);
    if (isNoted) continue;
    const block = Number(receipt.blockNumber);
    await journal.add({ kind: 'mined', chainId: plan.chain.id, step: step.step, hash, block });
    if (receipt.status === 'reverted' && !isDone && !(await step.isDone()))
      throw new PortageError('SERVICE_UNAVAILABLE', {
        message: `The transaction of ${step.step} on ${plan.chain.slug} was reverted: ${hash}.`,
        hint: 'Run the same command again: it estimates the gas anew.',
      });
  }
  return isDone || step.isDone();
}

/** Bytes to send: the last ones, or new ones where their fees or their nonce no longer hold. */
async function signStep(
  plan: ChainPlan,
  step: SentStep,
  context: SendContext,
): Promise<SignedStep> {
  const { account, client, journal } = context;
  const { id, tipMin } = plan.chain;
  const fees = await readOfferedFees(client.first, tipMin);
  const counted = await client.first.getTransactionCount({ address: account.address });
  const last = signedOf(plan, step, context).at(-1);
  const isOpen = last !== undefined && last.nonce >= counted && !isNoted(last, journal);
  if (isOpen && last.maxFeePerGas >= fees.baseFee + last.maxPriorityFeePerGas) return last;
  const before = isOpen ? last : undefined;
  const higher = (fee: bigint, old = 0n): bigint =>
    fee > old + old / 8n ? fee : old + old / 8n + 1n;
  const nonce = before?.nonce ?? Math.max(counted, nextNonce(plan, context));
  const maxFeePerGas = higher(fees.maxFeePerGas, before?.maxFeePerGas);
  const maxPriorityFeePerGas = higher(fees.maxPriorityFeePerGas, before?.maxPriorityFeePerGas);
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: id,
    nonce,
    to: step.to,
    data: step.data,
    value: step.value ?? 0n,
    gas: step.gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
  });
  const signed: SignedStep = {
    kind: 'signed',
    chainId: id,
    step: step.step,
    sender: account.address,
    nonce,
    hash: keccak256(raw),
    raw,
    maxFeePerGas,
    maxPriorityFeePerGas,
  };
  await journal.add(signed);
  context.failpoint?.(`deploy-stored-${step.step}`);
  return signed;
}

function isNoted({ hash }: SignedStep, { records }: DeployJournal): boolean {
  return records.some((record) => record.kind === 'mined' && record.hash === hash);
}

/** An endpoint that lags behind must not lead to a nonce that a mined transaction has. */
function nextNonce({ chain }: ChainPlan, { account, journal }: SendContext): number {
  const used = journal.records.filter(
    (record): record is SignedStep =>
      record.kind === 'signed' &&
      record.chainId === chain.id &&
      record.sender.toLowerCase() === account.address.toLowerCase() &&
      isNoted(record, journal),
  );
  return Math.max(0, ...used.map(({ nonce }) => nonce + 1));
}
