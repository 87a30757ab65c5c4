import {
  createBitcoinExecutor,
  keyWallet,
  satsConnectWallet,
  unisatWallet,
} from '@portage/bitcoin';
import { createExchangeExecutor, keySigner } from '@portage/exchange';
import { createSolanaExecutor, keypairWallet } from '@portage/solana';
import { createEvmExecutor, reclaim, submitGasless } from './evm.js';
import { appFeeClaims, withdrawals } from '@portage/withdrawals';
import { describe, expect, it } from 'vitest';
import { chains } from '../../client/test/fixtures.js';
import { startService } from '../../client/test/startService.js';
import * as client from '@portage/client';
import { createPortage } from './index.js';

type Call = (...given: unknown[]) => unknown;

/** Arguments of callers without types: nothing, and values of the wrong kind. */
const wrong: readonly unknown[] = [undefined, null, 5, 'text', [], {}, () => undefined];

/** Every action and every maker by its name, as callers without types see it. */
async function actions(): Promise<Readonly<Record<string, Call>>> {
  const service = await startService((heard, answer) =>
    heard.path === '/chains'
      ? answer.json(200, { chains })
      : answer.json(404, { errorCode: 'UNKNOWN_REQUEST', message: 'There is no such request.' }),
  );
  const portage = createPortage({ baseUrl: service.url });
  const plugged = portage.client.extend(withdrawals()).extend(appFeeClaims());
  // Parts of a client are no actions.
  const ownParts: readonly string[] = ['client', 'extend', 'call', 'fetch', 'now', 'random'];
  const functionsOf = (value: object): Readonly<Record<string, Call>> =>
    Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, Call] =>
          typeof entry[1] === 'function' && !ownParts.includes(entry[0]),
      ),
    );
  return {
    ...functionsOf(portage),
    ...functionsOf(plugged),
    createPortage: createPortage as Call,
    createClient: client.createClient as Call,
    createEvmExecutor: createEvmExecutor as Call,
    createSolanaExecutor: createSolanaExecutor as Call,
    createBitcoinExecutor: createBitcoinExecutor as Call,
    createExchangeExecutor: createExchangeExecutor as unknown as Call,
    keySigner: keySigner as unknown as Call,
    keyWallet: keyWallet as unknown as Call,
    keypairWallet: keypairWallet as unknown as Call,
    satsConnectWallet: satsConnectWallet as unknown as Call,
    unisatWallet: unisatWallet as unknown as Call,
    submitGasless: (options: unknown) => submitGasless(portage.client, options as never),
    reclaim: (options: unknown) => reclaim(options as never),
  };
}

describe('callers without types', () => {
  it('get an error of Portage from whatever they call', async () => {
    const bad: string[] = [];
    for (const [name, call] of Object.entries(await actions()))
      for (const given of wrong) {
        const fault: unknown = await Promise.resolve()
          .then(() => call(given))
          .then(
            () => undefined,
            (error: unknown) => error,
          );
        if (fault instanceof Error && fault.name !== 'PortageError')
          bad.push(`${name}(${typeof given}): ${fault.message}`);
      }
    expect(bad).toEqual([]);
  });
});
