import { standardError } from '@portage/core';
import type {
  FillIntent,
  RelayIntent,
  Simulation,
  Spend,
  TransactionIntent,
} from '@portage/core/chain';
import { readList, readObject, type Rpc, type RpcRequest } from '@portage/chain-kit';
import { readText, readValue } from '../rpc/parse.js';

/** Options of {@link createSimulate}. */
export interface SimulateOptions {
  readonly rpc: Pick<Rpc, 'read'>;
  /** Bytes of a call or a fill without signatures. */
  readonly unsigned: (intent: RelayIntent | FillIntent) => Promise<Uint8Array>;
}

/** Characters of a reason, at most. */
const reasonMax = 300;

/**
 * Simulates calls and fills with a swap: the address of a sweep may hold something else by now, a
 * marker may be closed, pools may have moved. Other payments depend on nobody and pass unasked:
 * what the allocator signs for them must not be shown before it is stored. Nothing is shown with
 * signatures.
 */
export function createSimulate({ rpc, unsigned }: SimulateOptions): NonNullable<Spend['simulate']> {
  return async (intents, signal) => {
    const calls = intents.filter(dependsOnOthers);
    const results =
      calls.length === 0
        ? []
        : await rpc.read((await Promise.all(calls.map(unsigned))).map(simulateRequest), signal);
    const found = new Map(calls.map((call, index) => [call, readSimulation(results[index])]));
    return intents.map((intent) => {
      if (!dependsOnOthers(intent)) return { status: 'passes' };
      const simulation = found.get(intent);
      if (simulation === undefined) throw standardError('RPC_HTTP_ERROR');
      return simulation;
    });
  };
}

function dependsOnOthers(intent: TransactionIntent): intent is RelayIntent | FillIntent {
  return intent.type === 'relay' || (intent.type === 'fill' && intent.swap !== undefined);
}

function simulateRequest(transaction: Uint8Array): RpcRequest {
  return {
    method: 'simulateTransaction',
    params: [
      Buffer.from(transaction).toString('base64'),
      {
        encoding: 'base64',
        commitment: 'confirmed',
        sigVerify: false,
        replaceRecentBlockhash: true,
      },
    ],
  };
}

/** @throws PortageError `RPC_HTTP_ERROR` */
function readSimulation(result: unknown): Simulation {
  const { err, logs } = readObject(readValue(result, 'simulation'), 'simulation');
  if (err === null) return { status: 'passes' };
  const lines = logs === null || logs === undefined ? [] : readList(logs, 'log');
  const last = lines.length === 0 ? '' : readText(lines.at(-1), 'log');
  return { status: 'reverts', reason: `${JSON.stringify(err)} ${last}`.slice(0, reasonMax) };
}
