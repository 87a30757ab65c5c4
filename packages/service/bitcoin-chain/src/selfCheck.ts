import { requestFault } from '@portage/core';
import { readList, readObject, readResult, type Endpoint } from '@portage/chain-kit';
import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import { readHash, readText } from './rpc/parse.js';
import { hashRequest, tipRequest, transactionRequest } from './rpc/requests.js';

/** Names that nodes of Bitcoin Core give the networks. */
const chainNames: Readonly<Record<BitcoinNetwork, readonly string[]>> = {
  mainnet: ['main'],
  testnet: ['test', 'testnet4', 'signet'],
  regtest: ['regtest'],
};

/**
 * Checks that an endpoint serves the network, with all blocks and an index of transactions.
 *
 * @throws PortageError `INVALID_CONFIGURATION` or `RPC_HTTP_ERROR`
 */
export async function selfCheck(
  { label, ask }: Endpoint,
  network: BitcoinNetwork,
  signal: AbortSignal,
): Promise<void> {
  const wrong = (path: string, message: string, hint: string): Error =>
    requestFault(path, `${label}: ${message}`, { code: 'INVALID_CONFIGURATION', hint });
  const [reply, first] = await ask([tipRequest, hashRequest(1)], signal);
  const info = readObject(readResult(reply, tipRequest.method), 'state of the chain');
  const name = readText(info['chain'], 'name of the chain');
  if (!chainNames[network].includes(name))
    throw wrong('network', `it serves "${name}", not ${network}.`, 'Check the endpoints.');
  if (info['pruned'] === true)
    throw wrong('rpcUrls', 'it has deleted old blocks.', 'Run the node with `prune=0`.');
  // A chain without blocks has no transaction to look up.
  if (first?.ok !== true) return;
  const txId = await firstTransaction(ask, readHash(first.result, 'hash'), signal);
  const [found] = await ask([transactionRequest(txId)], signal);
  if (found?.ok !== true)
    throw wrong(
      'rpcUrls',
      'it does not find transactions by their ids.',
      'Run the node with `txindex=1`, and wait until the index is built.',
    );
}

async function firstTransaction(
  ask: Endpoint['ask'],
  hash: string,
  signal: AbortSignal,
): Promise<string> {
  const [reply] = await ask([{ method: 'getblock', params: [hash, 1] }], signal);
  const block = readObject(readResult(reply, 'getblock'), 'block');
  return readHash(readList(block['tx'], 'transactions of a block')[0], 'transaction id');
}
