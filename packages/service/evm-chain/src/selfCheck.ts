import { PortageError, requestFault } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';
import { type Endpoint, readResult, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { depositAddress } from '@portage/evm/contracts';
import type { EvmGovernanceConfig } from './chainConfig.js';
import { checkGovernance } from './checkGovernance.js';
import { checkDecimals } from './checkDecimals.js';
import { addressWord, serviceSelectors } from '@portage/evm/abi';
import { readInteger } from './rpc/parse.js';
import { isOutcome } from './rpc/isOutcome.js';

/** A configured contract and its place in the settings of the chain, as in `contracts.filler`. */
export interface NamedContract {
  readonly path: string;
  readonly address: string;
}

/** Facts that must be true of a chain before anything is done on it. */
export interface SelfCheck {
  readonly chainId: number;
  readonly depository: string;
  /** Contract that pays orders. */
  readonly filler: string;
  /** Contract that carries out the filler's calls; undefined where it is not configured. */
  readonly callRunner?: string | undefined;
  /** Contracts that must have code. */
  readonly contracts: readonly NamedContract[];
  /** Tokens whose decimals must be those that they tell. */
  readonly tokens: readonly ChainAsset[];
  /** Account whose signature the depository must accept; undefined where nothing is spent. */
  readonly allocator: string | undefined;
  /** Who is to have power over the depository. */
  readonly governance: EvmGovernanceConfig;
  /** A router, and the proxy that must be its own. */
  readonly plans?: { readonly router: string; readonly approvalProxy: string } | undefined;
  /** Error codes of a node that does not serve for the moment: they tell nothing of a contract. */
  readonly busyCodes: readonly number[];
  /** Contract that makes deposit addresses; it must make those that are computed here. */
  readonly depositAddresses?: string | undefined;
}

/** The owner of the address that is compared. */
const sample = { orderId: `0x${'01'.repeat(32)}`, depositor: `0x${'02'.repeat(20)}` };
const word = /^0x[0-9a-fA-F]{64}$/;
const sampleFill = `${serviceSelectors.isFilled}${addressWord(sample.depositor)}${sample.orderId.slice(2)}`;
const sampleCall = `${serviceSelectors.computeDepositAddress}${sample.orderId.slice(2)}${addressWord(sample.depositor)}`;

/** Checks one endpoint. @throws PortageError `INVALID_CONFIGURATION` or `RPC_HTTP_ERROR` */
export async function selfCheck(
  endpoint: Endpoint,
  check: SelfCheck,
  signal: AbortSignal,
): Promise<void> {
  await checkEndpoint(endpoint, check, signal);
  await checkGovernance(endpoint, check, signal);
  await checkDecimals(endpoint, check.tokens, signal);
}

async function checkEndpoint(
  endpoint: Endpoint,
  check: SelfCheck,
  signal: AbortSignal,
): Promise<void> {
  const { contracts, plans, depositAddresses } = check;
  const replies = await endpoint.ask(
    [
      { method: 'eth_chainId', params: [] },
      callRequest(check.depository, serviceSelectors.allocator),
      callRequest(check.filler, sampleFill),
      callRequest(check.filler, serviceSelectors.RUNNER),
      ...contracts.map(({ address }) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
      ...(plans === undefined ? [] : [callRequest(plans.router, serviceSelectors.PROXY)]),
      ...(depositAddresses === undefined ? [] : [callRequest(depositAddresses, sampleCall)]),
    ],
    signal,
  );
  if (replies.some((reply) => !reply.ok && check.busyCodes.includes(reply.error.code)))
    throw new PortageError('RPC_HTTP_ERROR', {
      message: `${endpoint.label} asks to be asked less often.`,
    });
  refuseSilence(endpoint, replies);
  const [chainId, allocator, isFilled, runner, ...others] = replies;
  const problem =
    chainProblem(chainId, check) ??
    codeProblem(others.slice(0, contracts.length), check) ??
    fillerProblem({ isFilled, runner }, check) ??
    proxyProblem(others[contracts.length], check) ??
    factoryProblem(replies.at(-1), check) ??
    allocatorProblem(allocator, check);
  if (problem === undefined) return;
  const { path, hint } = problem;
  throw requestFault(path, `${endpoint.label}: ${problem.message}`, {
    code: 'INVALID_CONFIGURATION',
    hint,
  });
}

/** Words of the machine that runs contracts: the call itself failed. */
const machineWords = /revert|opcode|out of gas|invalid jump|stack/i;

/**
 * Refuses answers that say something of the node alone, as where it lacks the newest block: they
 * tell nothing of contracts, and an endpoint with such a node is not a wrong one.
 *
 * @throws PortageError `RPC_HTTP_ERROR` with the node's words
 */
function refuseSilence(endpoint: Endpoint, replies: readonly RpcReply[]): void {
  for (const reply of replies)
    if (!reply.ok && !isOutcome(reply) && !machineWords.test(reply.error.message))
      throw new PortageError('RPC_HTTP_ERROR', {
        message: `${endpoint.label} refused to tell of the contracts: ${reply.error.message}`,
      });
}

/** Difference between a chain and its configuration, and how an operator corrects it. */
interface Problem {
  /** Member of the settings that is wrong. */
  readonly path: string;
  readonly message: string;
  readonly hint: string;
}

function callRequest(to: string, data: string): RpcRequest {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] };
}

function chainProblem(reply: RpcReply | undefined, check: SelfCheck): Problem | undefined {
  const chainId = readInteger(readResult(reply, 'eth_chainId'), 'chain id');
  if (chainId === check.chainId) return undefined;
  return {
    path: 'id',
    message: `it serves chain ${String(chainId)}, not ${String(check.chainId)}.`,
    hint: 'Check the endpoints of the chain.',
  };
}

function codeProblem(
  replies: readonly (RpcReply | undefined)[],
  { contracts }: SelfCheck,
): Problem | undefined {
  const missing = contracts.find((_, index) => readResult(replies[index], 'eth_getCode') === '0x');
  if (missing === undefined) return undefined;
  return {
    path: missing.path,
    message: `there is no contract at ${missing.address}.`,
    hint: 'Check the addresses of the contracts and the tokens.',
  };
}

/** A filler tells which orders it has paid, and which contract makes the calls of orders. */
function fillerProblem(
  {
    isFilled,
    runner,
  }: { readonly isFilled: RpcReply | undefined; readonly runner: RpcReply | undefined },
  { filler, callRunner }: SelfCheck,
): Problem | undefined {
  if (!isWord(isFilled) || !isWord(runner))
    return {
      path: 'contracts.filler',
      message: `the contract at ${filler} is no filler.`,
      hint: 'Take all addresses from one deployment.',
    };
  if (callRunner === undefined || readResult(runner, 'RUNNER()') === `0x${addressWord(callRunner)}`)
    return undefined;
  return {
    path: 'contracts.callRunner',
    message: `the filler at ${filler} does not use the call runner at ${callRunner}.`,
    hint: 'Take both addresses from one deployment.',
  };
}

function isWord(reply: RpcReply | undefined): boolean {
  return reply?.ok === true && typeof reply.result === 'string' && word.test(reply.result);
}

function proxyProblem(reply: RpcReply | undefined, { plans }: SelfCheck): Problem | undefined {
  if (
    plans === undefined ||
    readResult(reply, 'PROXY()') === `0x${addressWord(plans.approvalProxy)}`
  )
    return undefined;
  return {
    path: 'contracts.approvalProxy',
    message: `the router at ${plans.router} does not use the approval proxy at ${plans.approvalProxy}.`,
    hint: 'Take both addresses from one deployment.',
  };
}

function factoryProblem(
  reply: RpcReply | undefined,
  { depositAddresses }: SelfCheck,
): Problem | undefined {
  if (
    depositAddresses === undefined ||
    readResult(reply, 'computeDepositAddress()') ===
      `0x${addressWord(depositAddress(depositAddresses, sample))}`
  )
    return undefined;
  return {
    path: 'contracts.depositAddresses',
    message: `${depositAddresses} makes other deposit addresses than are computed here.`,
    hint: 'Check contracts.depositAddresses.',
  };
}

function allocatorProblem(
  reply: RpcReply | undefined,
  { allocator: expected, depository }: SelfCheck,
): Problem | undefined {
  if (!isWord(reply))
    return {
      path: 'contracts.depository',
      message: `the contract at ${depository} is no depository.`,
      hint: 'Take all addresses from one deployment.',
    };
  if (expected === undefined) return undefined;
  const allocator = `0x${String(readResult(reply, 'allocator()')).slice(26).toLowerCase()}`;
  if (allocator === expected) return undefined;
  return {
    path: 'contracts.depository',
    message: `the depository obeys ${allocator}, but the allocator key is that of ${expected}.`,
    hint: 'Use the allocator key that the depository was deployed with.',
  };
}
