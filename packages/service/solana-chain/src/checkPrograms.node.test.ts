import { depositoryProgram, fillerProgram } from '@portage/contracts/solana';
import {
  programDataAddress,
  readDepositoryConfig,
  depositoryAddresses,
} from '@portage/solana/program';
import { startFaultProxy, type FaultProxy } from '@portage/testing';
import { PublicKey } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openSolana } from '../test/openSolana.js';
import { startChain, type TestChain } from '../test/startChain.js';
import type { SolanaChainConfig } from './index.js';

let node: TestChain;
let proxy: FaultProxy;
let closing: AbortController;
/** Owner of the depository; it may replace the programs of a devnet too. */
let owner: string;
let guardian: string;

beforeAll(async () => {
  node = await startChain();
  const { config } = depositoryAddresses(node.programs.depository);
  const account = await node.connection.getAccountInfo(new PublicKey(config));
  const roles = readDepositoryConfig(account!.data)!;
  owner = roles.owner;
  guardian = roles.guardian;
});
afterAll(() => node.stop());
beforeEach(async () => {
  closing = new AbortController();
  proxy = await startFaultProxy({ target: node.rpcUrl });
});
afterEach(async () => {
  closing.abort();
  await proxy.close();
});

const open = (changes: Partial<SolanaChainConfig>) =>
  openSolana({ ...node.config, rpcUrls: [proxy.url], ...changes }, closing.signal);
const refusal = (path: string, message: string) => ({
  code: 'INVALID_CONFIGURATION',
  details: [{ path, message: expect.stringContaining(message) as string }],
  hint: expect.any(String) as string,
});

it('a chain opens whose programs and powers are those that are named', async () => {
  const chain = await open({
    programHashes: { depository: depositoryProgram.sha256, filler: fillerProgram.sha256 },
    governance: { owner, guardian, upgradeAuthority: owner },
  });
  expect(chain.id).toBe(node.config.id);
});

it('R1: one whose depository has another owner or guardian, or whose programs another authority, is refused', async () => {
  const other = node.user(1).publicKey.toBase58();
  const cases = [
    [{ owner: other }, 'governance.owner', `is ${owner}, not ${other}`],
    [{ owner, guardian: other }, 'governance.guardian', `is ${guardian}, not ${other}`],
    [{ upgradeAuthority: other }, 'governance.upgradeAuthority', `by ${owner}, not by ${other}`],
    [{ upgradeAuthority: null }, 'governance.upgradeAuthority', `by ${owner}, not by nobody`],
  ] as const;
  for (const [governance, path, message] of cases)
    await expect(open({ governance })).rejects.toMatchObject(refusal(path, message));
});

it.each(['depository', 'filler'] as const)(
  'one whose %s has other bytes than this version ships is refused, unless their hash is named',
  async (name) => {
    const address = programDataAddress(node.programs[name]);
    // The program as a holder of the upgrade authority may have replaced it.
    proxy.set([
      {
        type: 'falsify',
        methods: ['getMultipleAccounts'],
        result: (result, params) => {
          const { context, value } = result as { context: unknown; value: unknown[] };
          const index = (params[0] as readonly string[]).indexOf(address);
          return {
            context,
            value: value.map((account, at) => (at === index ? replaced(account) : account)),
          };
        },
      },
    ]);
    await expect(open({})).rejects.toMatchObject(refusal(`programs.${name}`, 'has other bytes'));
    expect((await open({ programHashes: { [name]: replacedHash } })).id).toBe(node.config.id);
  },
);

/** SHA-256 of `replaced`. */
const replacedHash = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';

/** The account with the program `foo` in it, padded as the loader pads. */
function replaced(account: unknown): unknown {
  const { data, ...rest } = account as { readonly data: readonly [string, string] };
  const header = Buffer.from(data[0], 'base64').subarray(0, 45);
  const padded = Buffer.concat([header, Buffer.from('foo'), Buffer.alloc(500)]);
  return { ...rest, data: [padded.toString('base64'), 'base64'] };
}
