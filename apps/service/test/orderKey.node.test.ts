import { bitcoinChain, exchangeChain, solanaChain } from '@portage/devnet';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import { parseConfiguration, type Role, type Service } from '../src/index.js';
import { getQuote, sendSteps } from './transfer.js';
import { useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

const orderKey = `0x${'5a'.repeat(32)}` as const;
const orderSigner = privateKeyToAccount(orderKey).address.toLowerCase();
const local = useDevnet({ accounts: 2, ports: [0, 0, 0], controlPort: 0 });
let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await local.databases.createDatabase();
});

type AllKeys = Readonly<Record<string, Readonly<Record<string, string>>>>;

function start(role: Role, keys: AllKeys): Promise<Service> {
  const { configuration } = local.devnet.description;
  return local.serve({
    role,
    databaseUrl,
    configuration: parseConfiguration({ ...configuration, keys }),
  });
}

const svmUser = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96';

/** Extended public key of deposit addresses, as the list of chains shows it. */
function extendedKeyOf({ chains }: Service): string | undefined {
  const { id } = bitcoinChain(local.devnet.description);
  return chains.byId(id).info.protocol.v2.depositAddresses;
}

/** Addresses in the place of all keys that hold money. */
function addresses(extendedKey = ''): AllKeys {
  const { roles } = local.devnet.description;
  const svm = solanaChain(local.devnet.description).roles;
  const bvm = bitcoinChain(local.devnet.description).roles;
  const lvm = exchangeChain(local.devnet.description).roles;
  const watch = (each: {
    readonly solver: { readonly address: string };
    readonly allocator: { readonly address: string };
  }): AllKeys[string] => ({
    solver: `address:${each.solver.address}`,
    allocator: `address:${each.allocator.address}`,
  });
  return {
    orders: { signer: orderKey },
    evm: watch(roles),
    svm: { ...watch(svm), addresses: `address:${svm.addresses.address}` },
    bvm: { ...watch(bvm), addresses: `address:${extendedKey}` },
    lvm: {
      solver: `address:${String(lvm.solver.accountIndex)}`,
      allocator: `address:${String(lvm.depository.accountIndex)}`,
    },
  };
}

test('an API process signs orders with a key that holds no money, and workers with their own pay them', async () => {
  const { keys } = parseConfiguration(local.devnet.description.configuration);
  const worker = await start('worker', { ...keys, orders: { signer: orderKey } });
  const api = await start('api', addresses(extendedKeyOf(worker)));
  const quote = await getQuote(api.url ?? '', {
    user: local.devnet.description.accounts[0]?.address,
    originChainId: 8453,
    destinationChainId: 10,
    amount: '50000000000000000',
  });
  expect(quote.protocol.v2?.orderData.solver).toBe(orderSigner);
  expect(api.chains.byId(8453).info).toMatchObject({
    protocol: { v2: { orderSigner } },
    solverAddresses: [worker.chains.byId(8453).spend?.sender],
  });
  const solana = solanaChain(local.devnet.description);
  const onSolana = await getQuote(api.url ?? '', {
    user: svmUser,
    refundTo: svmUser,
    recipient: local.devnet.description.accounts[0]?.address,
    originChainId: solana.id,
    originCurrency: '1'.repeat(32),
    destinationChainId: 8453,
    amount: '1000000000',
    useDepositAddress: true,
  });
  const owner = { orderId: onSolana.protocol.v2?.orderId ?? '', depositor: svmUser };
  // Its address needs the public half of the key alone.
  expect(onSolana.steps[0]?.depositAddress).toBe(
    worker.chains.byId(solana.id).deposit?.addresses?.addressOf(owner),
  );
  const watching = watchStatus(api.url ?? '', quote.steps[0]?.requestId ?? '');
  await sendSteps(local.devnet, local.devnet.description.accounts[0]!.privateKey, quote);
  expect((await watching).at(-1)?.status).toBe('success');
});

test('an API process without the keys of deposit addresses quotes them, and a worker sweeps them', async () => {
  const { id, accounts } = bitcoinChain(local.devnet.description);
  const { keys } = parseConfiguration(local.devnet.description.configuration);
  const worker = await start('worker', { ...keys, orders: { signer: orderKey } });
  const api = await start('api', addresses(extendedKeyOf(worker)));
  expect(extendedKeyOf(api)).toBe(extendedKeyOf(worker));
  const quote = await getQuote(api.url ?? '', {
    user: accounts[0]?.address,
    recipient: local.devnet.description.accounts[1]?.address,
    useDepositAddress: true,
    originChainId: id,
    destinationChainId: 8453,
    amount: '300000',
    originCurrency: bitcoinCodec.nativeCurrency,
  });
  const watching = watchStatus(api.url ?? '', quote.requestId);
  await local.devnet.bitcoin().faucet(quote.steps[0]?.depositAddress ?? '', { native: 300_000n });
  expect((await watching).at(-1)?.status).toBe('success');
});

test('a worker without the keys of its accounts is refused', async () => {
  const evm = { solver: `address:0x${'1'.repeat(40)}`, allocator: `address:0x${'2'.repeat(40)}` };
  const { keys } = parseConfiguration(local.devnet.description.configuration);
  await expect(start('worker', { ...keys, orders: { signer: orderKey }, evm })).rejects.toThrow(
    'keys.evm.solver: is an address',
  );
});
