import type { Transport } from '@portage/core/executor';
import { expectTypeOf } from 'vitest';
import { createClient } from './createClient.js';

const client = createClient({ baseUrl: 'http://127.0.0.1:4000' });

/** A plugin of another package: it knows nothing but the transport. */
const withdrawals = () => (transport: Transport) => ({
  withdraw: (owner: string): Promise<unknown> =>
    transport.call('withdrawalRequest', { body: { owner } }),
});

/** A plugin that needs another one. */
const history = () => (base: { readonly withdraw: (owner: string) => Promise<unknown> }) => ({
  last: () => base.withdraw('last'),
});

const once = client.extend(withdrawals());
expectTypeOf(once.withdraw).toEqualTypeOf<(owner: string) => Promise<unknown>>();
expectTypeOf(once.baseUrl).toEqualTypeOf<string>();

const twice = once.extend(history());
expectTypeOf(twice.last).toEqualTypeOf<() => Promise<unknown>>();
expectTypeOf(twice.withdraw).toEqualTypeOf<(owner: string) => Promise<unknown>>();

// @ts-expect-error the client lacks what the plugin needs
client.extend(history());

expectTypeOf(client).not.toHaveProperty('withdraw');
