import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { choosePort } from '@portage/devnet';
import { expect, it } from 'vitest';
import { startAnvil } from './startAnvil.js';

it('starts on another port where somebody took the chosen one meanwhile', async () => {
  const somebody = createServer().listen(0, '127.0.0.1');
  await once(somebody, 'listening');
  const { port: taken } = somebody.address() as AddressInfo;
  let times = 0;
  const choose = (): Promise<number> => ((times += 1) < 3 ? Promise.resolve(taken) : choosePort(0));
  const anvil = await startAnvil({ chainId: 77_001, blockTime: 1 }, choose);
  expect(times).toBe(3);
  expect(anvil.rpcUrl).not.toContain(`:${String(taken)}`);
  expect(Number(await anvil.rpc('eth_chainId'))).toBe(77_001);
  await anvil.stop();
  somebody.close();
});
