import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts } from '../test/accounts.js';
import { deployChain, type TestChain } from '../test/deployChain.js';
import { openEvm } from '../test/openEvm.js';
import type { EvmGovernanceConfig } from './chainConfig.js';

const closing = new AbortController();
const { owner, other } = accounts;
let node: TestChain;

beforeAll(async () => {
  node = await deployChain();
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const open = (governance: EvmGovernanceConfig) =>
  openEvm({ ...node.config, governance }, closing.signal);

it.each([
  ['owner', { owner: other.address }],
  ['guardian', { owner: owner.address, guardian: other.address }],
])('a chain whose depository has another %s is refused with both', async (role, governance) => {
  await expect(open(governance)).rejects.toMatchObject({
    code: 'INVALID_CONFIGURATION',
    details: [
      {
        path: `governance.${role}`,
        message: expect.stringContaining(
          `is ${owner.address.toLowerCase()}, not ${other.address.toLowerCase()}`,
        ) as string,
      },
    ],
    hint: expect.stringContaining('Find out who changed it') as string,
  });
});

it('a chain opens whose depository has those that are named, however they are written', async () => {
  const guardian = owner.address.toLowerCase();
  expect((await open({ owner: owner.address, guardian })).id).toBe(node.config.id);
});
