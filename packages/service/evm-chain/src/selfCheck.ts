import { PortageError } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';
import { type Endpoint, readResult, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { depositAddress } from '@portage/evm/contracts';
import { checkDecimals } from './checkDecimals.js';
import { addressWord, serviceSelectors } from '@portage/evm/abi';
import { readInteger } from './rpc/parse.js';

/** Facts that must be true of a chain before anything is done on it. */
export interface SelfCheck {
  readonly endpoints: readonly Endpoint[];
  readonly chainId: number;
  readonly depository: string;
  /** Contracts that must have code. */
  readonly contracts: readonly string[];
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
const sampleCall = `${serviceSelectors.computeDepositAddress}${sample.orderId.slice(2)}${addressWord(sample.depositor)}`;

/**
 * Checks every endpoint, each for itself. @throws PortageError `INVALID_CONFIGURATION` or
 * `RPC_HTTP_ERROR`
 */
export async function selfCheck(check: SelfCheck, signal: AbortSignal): Promise<void> {
  await Promise.all(
    check.endpoints.map(async (endpoint) => {
      await checkEndpoint(endpoint, check, signal);
      await checkDecimals(endpoint, check.tokens, signal);
    }),
  );
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
      ...contracts.map((contract) => ({ method: 'eth_getCode', params: [contract, 'latest'] })),
      ...(plans === undefined ? [] : [callRequest(plans.router, serviceSelectors.PROXY)]),
      ...(depositAddresses === undefined ? [] : [callRequest(depositAddresses, sampleCall)]),
    ],
    signal,
  );
  const [chainId, allocator, ...others] = replies;
  const problem =
    chainProblem(chainId, check) ??
    codeProblem(others.slice(0, contracts.length), check) ??
    proxyProblem(others[contracts.length], check) ??
    factoryProblem(replies.at(-1), check) ??
    allocatorProblem(allocator, check);
  if (problem === undefined) return;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `${endpoint.label}: ${problem.message}`,
    hint: problem.hint,
  });
}

/** Difference between a chain and its configuration, and how an operator corrects it. */
interface Problem {
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
    message: `there is no contract at ${missing}.`,
    hint: 'Check the addresses of the contracts and the tokens.',
  };
}

function proxyProblem(reply: RpcReply | undefined, { plans }: SelfCheck): Problem | undefined {
  if (
    plans === undefined ||
    readResult(reply, 'PROXY()') === `0x${addressWord(plans.approvalProxy)}`
  )
    return undefined;
  return {
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
    message: `${depositAddresses} makes other deposit addresses than are computed here.`,
    hint: 'Check contracts.depositAddresses.',
  };
}

function allocatorProblem(
  reply: RpcReply | undefined,
  { allocator: expected }: SelfCheck,
): Problem | undefined {
  if (expected === undefined) return undefined;
  const word = readResult(reply, 'allocator()');
  const allocator =
    typeof word === 'string' && word.length === 66 ? `0x${word.slice(26).toLowerCase()}` : 'nobody';
  if (allocator === expected) return undefined;
  return {
    message: `the depository obeys ${allocator}, but the allocator key is that of ${expected}.`,
    hint: 'Use the allocator key that the depository was deployed with.',
  };
}
