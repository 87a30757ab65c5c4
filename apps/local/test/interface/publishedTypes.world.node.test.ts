import { endpoints, type EndpointName, type EndpointResponse } from '@portage/core/schemas';
import type { paths } from '@relayprotocol/relay-sdk';
import { zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { createContext } from '../../src/createContext.js';
import { transfer, type Transfer } from '../../src/demonstrations/transfer.js';
import { useSystem } from '../world/useSystem.js';
import { listAt, openInterface, textAt, type InterfaceSystem } from './interfaceSystem.js';
import type { Wire } from './wire.js';

/**
 * The model's endpoints of today against the types that `@relayprotocol/relay-sdk` 7.0.3 publishes:
 * the compiler holds our schemas to the types, and the schemas hold what is answered.
 */
let system: InterfaceSystem;
let paid: Transfer;

beforeAll(async () => {
  system = await openInterface(await useSystem());
  paid = await transfer(createContext(system, 1), {
    from: 'usdc@base',
    to: 'eth@optimism',
    amount: '20',
    members: { useDepositAddress: true },
  });
});
afterAll(() => system.close());

/** Answers of the model, by their endpoint here. */
interface Published {
  readonly modelStatusV2: Answer<'/intents/status/v2'>;
  readonly modelTokenPrice: Answer<'/currencies/token/price'>;
  readonly modelTrending: Answer<'/currencies/trending'>;
  readonly modelLiquidity: Answer<'/chains/liquidity'>;
  readonly modelRates: Answer<'/prices/rates'>;
}

/** Paths of the published types. */
type Path =
  | '/intents/status/v2'
  | '/currencies/token/price'
  | '/currencies/trending'
  | '/chains/liquidity'
  | '/prices/rates';

type Answer<Name extends Path> =
  paths[Name]['get']['responses'][200]['content']['application/json'];

/** Our answers, by the same names. */
type Ours = { readonly [Name in keyof Published]: Wire<EndpointResponse<Name>> };

test('our schemas fit the published types (model)', () => {
  expectTypeOf<Ours['modelStatusV2']>().toExtend<Published['modelStatusV2']>();
  expectTypeOf<Ours['modelTokenPrice']>().toExtend<Published['modelTokenPrice']>();
  // Plugins may bring a family that the model does not know.
  type Listed = Omit<Ours['modelTrending'][number], 'vmType'>;
  expectTypeOf<Listed>().toExtend<Published['modelTrending'][number]>();
  expectTypeOf<Ours['modelLiquidity']>().toExtend<Published['modelLiquidity']>();
  expectTypeOf<Ours['modelRates']>().toExtend<Published['modelRates']>();
});

test('the families of all currencies are those of the published type (model#trending-order)', async () => {
  type Family = NonNullable<Published['modelTrending'][number]['vmType']>;
  const known: readonly Family[] = ['bvm', 'evm', 'lvm', 'svm'];
  const answer = await system.get('/currencies/trending?limit=100');
  const found = listAt({ answer }, 'answer').map((currency) => textAt(currency, 'vmType'));
  expect([...new Set(found)].sort()).toEqual(known);
});

describe('what is answered has the shape of our schema', () => {
  const token = (chainId: number, address: string): string =>
    `chainId=${String(chainId)}&address=${address}`;
  const solana = () => system.solana;
  const [bitcoin, exchange] = [8_253_038, 3_586_256];

  test.each<[EndpointName, string, () => string]>([
    ['modelRequestsV3', 'a paid request', () => `id=${paid.quote.requestId}`],
    ['modelStatusV2', 'a paid request', () => `requestId=${paid.quote.requestId}`],
    ['modelTokenPrice', 'an EVM chain', () => token(8453, zeroAddress)],
    ['modelTokenPrice', 'Solana', () => token(solana().id, solana().usdc)],
    ['modelTrending', 'all chains', () => ''],
    ['modelTrending', 'Bitcoin', () => `chainId=${String(bitcoin)}`],
    ['modelLiquidity', 'an EVM chain', () => 'chainId=10'],
    ['modelLiquidity', 'Solana', () => `chainId=${String(solana().id)}`],
    ['modelLiquidity', 'Bitcoin', () => `chainId=${String(bitcoin)}`],
    ['modelLiquidity', 'the exchange', () => `chainId=${String(exchange)}`],
    ['modelRates', 'all assets', () => ''],
    [
      'modelDepositAddressV2',
      'a paid address',
      () => `depositAddressId=${paid.quote.steps[0]?.depositAddressId ?? ''}`,
    ],
  ])('%s of %s (model)', async (name, _, query) => {
    const { path, response } = endpoints[name];
    const answer = await system.get(`${path}?${query()}`);
    expect(response.parse(answer)).toEqual(answer);
  });
});
