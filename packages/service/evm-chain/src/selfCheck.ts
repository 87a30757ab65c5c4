import { type ChainAsset, PortageError } from '@portage/core';
import { type Endpoint, readResult } from '@portage/chain-kit';
import { depositAddress } from '@portage/evm/contracts';
import { checkDecimals } from './checkDecimals.js';
import { selectors } from '@portage/evm/abi';
import { addressWord } from '@portage/evm/abi';
import { readInteger } from './rpc/parse.js';

/** What must be true of a chain before anything is done on it. */
export interface SelfCheck {
  readonly endpoints: readonly Endpoint[];
  readonly chainId: number;
  readonly depository: string;
  /** Contracts that must have code. */
  readonly contracts: readonly string[];
  /** Tokens whose decimals must be those that they tell. */
  readonly tokens: readonly ChainAsset[];
  /** Whose signature the depository must accept; undefined where nothing is spent. */
  readonly allocator: string | undefined;
  /** A router, and the proxy that must be its own. */
  readonly plans?: { readonly router: string; readonly approvalProxy: string } | undefined;
  /** What makes deposit addresses; it must make those that we compute. */
  readonly depositAddresses?: string | undefined;
}

/** The owner of the address that is compared. */
const sample = { orderId: `0x${'01'.repeat(32)}`, depositor: `0x${'02'.repeat(20)}` };

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
  const wrong = (message: string, hint: string): PortageError =>
    new PortageError('INVALID_CONFIGURATION', { message: `${endpoint.label}: ${message}`, hint });
  const replies = await endpoint.ask(
    [
      { method: 'eth_chainId', params: [] },
      {
        method: 'eth_call',
        params: [{ to: check.depository, data: selectors.allocator }, 'latest'],
      },
      ...check.contracts.map((contract) => ({
        method: 'eth_getCode',
        params: [contract, 'latest'],
      })),
      ...(check.plans === undefined
        ? []
        : [
            {
              method: 'eth_call',
              params: [{ to: check.plans.router, data: selectors.PROXY }, 'latest'],
            },
          ]),
      ...(check.depositAddresses === undefined
        ? []
        : [
            {
              method: 'eth_call',
              params: [
                {
                  to: check.depositAddresses,
                  data: `${selectors.computeDepositAddress}${sample.orderId.slice(2)}${addressWord(sample.depositor)}`,
                },
                'latest',
              ],
            },
          ]),
    ],
    signal,
  );
  const chainId = readInteger(readResult(replies[0], 'eth_chainId'), 'chain id');
  if (chainId !== check.chainId)
    throw wrong(
      `it serves chain ${String(chainId)}, not ${String(check.chainId)}.`,
      'Check the endpoints of the chain.',
    );
  check.contracts.forEach((contract, index) => {
    if (readResult(replies[2 + index], 'eth_getCode') === '0x')
      throw wrong(
        `there is no contract at ${contract}.`,
        'Check the addresses of the contracts and the tokens.',
      );
  });
  if (
    check.plans !== undefined &&
    readResult(replies[2 + check.contracts.length], 'PROXY()') !==
      `0x${addressWord(check.plans.approvalProxy)}`
  ) {
    throw wrong(
      `the router at ${check.plans.router} does not use the approval proxy at ${check.plans.approvalProxy}.`,
      'Take both addresses from one deployment.',
    );
  }
  if (
    check.depositAddresses !== undefined &&
    readResult(replies.at(-1), 'computeDepositAddress()') !==
      `0x${addressWord(depositAddress(check.depositAddresses, sample))}`
  ) {
    throw wrong(
      `${check.depositAddresses} makes other deposit addresses than are computed here.`,
      'Check contracts.depositAddresses.',
    );
  }
  if (check.allocator === undefined) return;
  const word = readResult(replies[1], 'allocator()');
  const allocator =
    typeof word === 'string' && word.length === 66 ? `0x${word.slice(26).toLowerCase()}` : 'nobody';
  if (allocator !== check.allocator) {
    throw wrong(
      `the depository obeys ${allocator}, but the allocator key is that of ${check.allocator}.`,
      'Use the allocator key that the depository was deployed with.',
    );
  }
}
