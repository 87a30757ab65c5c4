import { evmChain } from '@portage/devnet';
import { eventually } from '@portage/testing';
import { erc20Abi, parseAbiItem, type Hex } from 'viem';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { parseConfiguration, type Service } from '../src/index.js';
import { startWithholder, type Withholder } from './startWithholder.js';
import { getQuote, sendSteps } from './transfer.js';
import { twoChains, useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

const approval = parseAbiItem(
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
);
const local = useDevnet(twoChains);
let withholder: Withholder;

beforeAll(async () => {
  withholder = await startWithholder(evmChain(local.devnet.description, 10).rpcUrl);
  local.onEnd(() => withholder.close());
});
afterEach(local.stopAll);

const solver = (): Hex => local.devnet.description.roles.solver.address;
const filler = (): Hex => evmChain(local.devnet.description, 10).contracts.filler;
const usdcOf = (id: number): Hex => evmChain(local.devnet.description, id).tokens.usdc.address;

/** Starts the service on a new database, with the destination behind the withholder. */
function start(): Promise<Service> {
  const { configuration } = local.devnet.description;
  const { chains } = parseConfiguration(configuration);
  return local.serve({
    configuration: parseConfiguration({
      ...configuration,
      chains: chains.map((chain) =>
        chain['slug'] === 'optimism'
          ? { ...chain, rpcUrls: [withholder.url], wsUrl: undefined }
          : chain,
      ),
    }),
  });
}

/** Leaves the filler so much of the solver's USDC, as uses of it would. */
async function leave(amount: bigint): Promise<void> {
  await local.devnet
    .client(10)
    .request({
      method: 'anvil_setERC20Allowance' as never,
      params: [solver(), filler(), usdcOf(10), `0x${amount.toString(16)}`] as never,
    });
  expect(await allowanceOf(usdcOf(10))).toBe(amount);
}

/** Approvals of a token by the solver to the filler. */
function approvalsOf(token: Hex) {
  return local.devnet
    .client(10)
    .getLogs({
      address: token,
      event: approval,
      args: { owner: solver(), spender: filler() },
      fromBlock: 0n,
    });
}

const allowanceOf = (token: Hex): Promise<bigint> =>
  local.devnet
    .client(10)
    .readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [solver(), filler()],
    });

/** Rows of the outbox of the destination that renew allowances. */
async function renewalsOf({ settlement }: Service) {
  return settlement.query<{ leg: string; purpose: string; state: string; is_booked: boolean }>(
    `select leg, purpose, state, gas_cost > 0 and entry_id is not null as is_booked
       from outbox where chain_id = 10 and leg like 'allowance:%' and state <> 'replaced'`,
  );
}

const untilBooked = (running: Service) =>
  eventually(
    () => renewalsOf(running),
    (rows) => rows.length > 0 && rows.every(({ state }) => state === 'mined'),
    { what: 'the approvals that are final' },
  );

test('G26: the first approvals are transactions of the outbox, one for each token, and their gas is booked', async () => {
  await leave(0n);
  const service = await start();
  const rows = await untilBooked(service);
  const legs = rows.map(({ leg }) => leg);
  expect(legs).toContain(`allowance:${filler()}:${usdcOf(10)}`.toLowerCase());
  expect(new Set(legs).size).toBe(legs.length);
  expect(rows.every(({ purpose, is_booked }) => purpose === 'relay' && is_booked)).toBe(true);
  expect(await approvalsOf(usdcOf(10))).toHaveLength(1);
});

test('a fill waits for the approval that no node has, and is made when it lands', async () => {
  const before = await approvalsOf(usdcOf(10));
  await leave(0n);
  withholder.withhold(true);
  const service = await start();
  const [user] = local.devnet.description.accounts;
  if (user === undefined || service.url === undefined) throw new Error('no user, or no API');
  const quote = await getQuote(service.url, {
    user: user.address,
    recipient: `0x${'a1'.repeat(20)}`,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: usdcOf(8453),
    destinationCurrency: usdcOf(10),
    amount: '5000000',
  });
  await sendSteps(local.devnet, user.privateKey, quote);
  const { settlement } = service;
  await eventually(
    () =>
      settlement.query<{ last_error: string | null }>(
        `select last_error from jobs where kind = 'fill' and chain_id = 10`,
      ),
    ([job]) => job?.last_error === 'the allowance of the currency waits for its block',
    { what: 'the reason for which the fill waits' },
  );
  withholder.withhold(false);
  const seen = await watchStatus(service.url, quote.requestId);
  expect(seen.at(-1)).toMatchObject({ status: 'success' });
  await untilBooked(service);
  expect(await approvalsOf(usdcOf(10))).toHaveLength(before.length + 1);
});

test('an allowance that was used up is renewed, whatever its rest', async () => {
  const before = await approvalsOf(usdcOf(10));
  await leave(5n);
  const service = await start();
  await eventually(
    () => allowanceOf(usdcOf(10)),
    (amount) => amount > 2n ** 255n,
    { what: 'the allowance that is granted anew' },
  );
  await untilBooked(service);
  expect(await approvalsOf(usdcOf(10))).toHaveLength(before.length + 1);
});
