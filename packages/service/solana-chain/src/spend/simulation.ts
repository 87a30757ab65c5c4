import type { Simulation } from '@portage/core/chain';
import { readList, readObject, type RpcRequest } from '@portage/chain-kit';
import { readAccountList } from '../rpc/accounts.js';
import { readText, readValue } from '../rpc/parse.js';

/** Characters of a reason, at most. */
const reasonMax = 300;

/** Accounts as a simulation leaves them, in the order in which they were asked for. */
export type SimulatedAccounts = ReturnType<typeof readAccountList>;

/** An answer to {@link simulateRequest}. */
export interface ReadSimulation {
  readonly simulation: Simulation;
  /** Empty where none was asked for, or the transaction fails. */
  readonly accounts: SimulatedAccounts;
}

/**
 * Request to simulate an unsigned transaction. With accounts it starts from the newest state, and
 * answers what they are afterwards.
 */
export function simulateRequest(
  transaction: Uint8Array,
  accounts: readonly string[] = [],
): RpcRequest {
  const told =
    accounts.length === 0 ? {} : { accounts: { addresses: accounts, encoding: 'base64' } };
  return {
    method: 'simulateTransaction',
    params: [
      Buffer.from(transaction).toString('base64'),
      {
        encoding: 'base64',
        commitment: accounts.length === 0 ? 'confirmed' : 'processed',
        sigVerify: false,
        replaceRecentBlockhash: true,
        ...told,
      },
    ],
  };
}

/** Reads what a node answered to {@link simulateRequest}. @throws PortageError `RPC_HTTP_ERROR` */
export function readSimulation(result: unknown): ReadSimulation {
  const { err, logs, accounts } = readObject(readValue(result, 'simulation'), 'simulation');
  if (err === null)
    return {
      simulation: { status: 'passes' },
      accounts: accounts === null || accounts === undefined ? [] : readAccountList(accounts),
    };
  const lines = logs === null || logs === undefined ? [] : readList(logs, 'log');
  const last = lines.length === 0 ? '' : readText(lines.at(-1), 'log');
  const reason = `${JSON.stringify(err)} ${last}`.slice(0, reasonMax);
  return { simulation: { status: 'reverts', reason }, accounts: [] };
}
