import { requestFault } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';
import {
  checkEndpoints,
  type Endpoint,
  readResult,
  type RpcReply,
  type RpcRequest,
} from '@portage/chain-kit';
import { depositAddress } from '@portage/evm/contracts';
import { checkDecimals } from './checkDecimals.js';
import { addressWord, serviceSelectors } from '@portage/evm/abi';
import { readInteger } from './rpc/parse.js';

/** A configured contract and its place in the settings of the chain, as in `contracts.filler`. */
export interface NamedContract {
  readonly path: string;
  readonly address: string;
}

/** Facts that must be true of a chain before anything is done on it. */
export interface SelfCheck {
  readonly endpoints: readonly Endpoint[];
  /** Endpoints that must pass; the others may be out of reach. */
  readonly needed: number;
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
  /** A router, and the proxy that must be its own. */
  readonly plans?: { readonly router: string; readonly approvalProxy: string } | undefined;
  /** Contract that makes deposit addresses; it must make those that are computed here. */
  readonly depositAddresses?: string | undefined;
}

/** The owner of the address that is compared. */
const sample = { orderId: `0x${'01'.repeat(32)}`, depositor: `0x${'02'.repeat(20)}` };
const word = /^0x[0-9a-fA-F]{64}$/;
const sampleFill = `${serviceSelectors.isFilled}${addressWord(sample.depositor)}${sample.orderId.slice(2)}`;
const sampleCall = `${serviceSelectors.computeDepositAddress}${sample.orderId.slice(2)}${addressWord(sample.depositor)}`;

/**
 * Checks every endpoint, each for itself.
 *
 * @returns a sentence about each endpoint that told nothing
 * @throws PortageError `INVALID_CONFIGURATION` or `RPC_HTTP_ERROR`
 */
export async function selfCheck(check: SelfCheck, signal: AbortSignal): Promise<readonly string[]> {
  return checkEndpoints({
    endpoints: check.endpoints,
    needed: check.needed,
    check: async (endpoint) => {
      await checkEndpoint(endpoint, check, signal);
      await checkDecimals(endpoint, check.tokens, signal);
    },
  });
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
