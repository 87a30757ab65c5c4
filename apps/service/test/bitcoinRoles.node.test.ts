import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import { publicExtendedKey, readExtendedKey, readPsbt } from '@portage/bitcoin/transaction';
import { bitcoinChain, bitcoinDevnetChain } from '@portage/devnet';
import { expect, test } from 'vitest';
import {
  createSpendingKey,
  signTransaction,
} from '../../../packages/service/bitcoin-chain/src/spend/signTransaction.js';
import type { ServiceProcess } from './startProcess.js';
import { getQuote } from './transfer.js';
import { useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

/** Processes of their own: an API without any key, and a worker that reads and pays for it. */
const local = useDevnet({
  accounts: 2,
  chains: [{ id: 8453, slug: 'base', name: 'Base' }, bitcoinDevnetChain],
});

async function start(
  role: 'api' | 'worker',
  configuration: object,
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const file = join(local.directory, `${role}.json`);
  await writeFile(file, JSON.stringify(configuration));
  return local.start(role, ['--config', file, '--role', role], env);
}

/** Extended public key of an extended private one. */
function publicKeyOf(extendedKey: string): string {
  const { key } = readExtendedKey(extendedKey)!;
  return publicExtendedKey(extendedKey, createSpendingKey(key).publicKey);
}

test('an API without keys quotes BTC by what a worker shares, which sees the deposit and fills it', async () => {
  const { configuration, roles } = local.devnet.description;
  const bitcoin = bitcoinChain(local.devnet.description);
  const env = { DATABASE_URL: await local.databases.createDatabase() };
  const worker = await start('worker', configuration, env);
  await worker.probesUrl;
  const watched = (address: string): string => `address:${address}`;
  const api = await start(
    'api',
    {
      ...configuration,
      keys: {
        evm: { solver: watched(roles.solver.address), allocator: watched(roles.allocator.address) },
        bvm: {
          solver: watched(bitcoin.roles.solver.address),
          allocator: watched(bitcoin.roles.allocator.address),
          addresses: watched(publicKeyOf(bitcoin.depositAddressesKey)),
        },
      },
    },
    { ...env, PORTAGE_ORDERS_SIGNER_KEY: roles.solver.privateKey },
  );
  const url = await api.url;
  const account = bitcoin.accounts[0]!;
  const quote = await getQuote(url, {
    user: account.address,
    recipient: '0x000000000000000000000000000000000000b701',
    originChainId: bitcoin.id,
    destinationChainId: 8453,
    amount: '500000',
    originCurrency: bitcoinCodec.nativeCurrency,
    destinationCurrency: '0x0000000000000000000000000000000000000000',
  });
  const { psbt } = quote.steps[0]!.items[0]!.data as { readonly psbt: string };
  const { inputs, outputs } = readPsbt(psbt, bitcoin.network)!;
  const key = createSpendingKey(Buffer.from(account.privateKey, 'hex'));
  const body = Buffer.from(signTransaction([key], inputs, outputs)).toString('hex');
  expect((await fetch(`${bitcoin.esploraUrl}/tx`, { method: 'POST', body })).status).toBe(200);
  const statuses = await watchStatus(url, quote.steps[0]!.requestId!);
  expect(statuses.at(-1)?.status).toBe('success');
});
