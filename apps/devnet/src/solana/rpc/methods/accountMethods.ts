import { z } from 'zod';
import type { AccountState } from '../../chain/createBank.js';
import { defineMethod, inContext, slotFor, type Method, type RpcContext } from '../defineMethod.js';
import { encodeAccount, type AccountFormat } from '../encode/encodeAccount.js';
import { accountConfig, addressSchema, configOf, countSchema, stateConfig } from '../parameters.js';
import { readBase58 } from '../../wire/readBase58.js';

const accountsMax = 100;
const filtersMax = 4;

/** Conditions on the accounts of a program. */
export const filtersSchema = z
  .array(
    z.union([
      z.object({ dataSize: countSchema }),
      z.object({
        memcmp: z.object({
          offset: countSchema,
          bytes: z.string().max(256),
          encoding: z.enum(['base58', 'base64']).default('base58'),
        }),
      }),
    ]),
  )
  .max(filtersMax)
  .nullish();

const programConfig = configOf({
  ...accountConfig,
  filters: filtersSchema,
  withContext: z.boolean().nullish(),
});

/** Methods that read accounts at a commitment. */
export const accountMethods: Readonly<Record<string, Method>> = {
  getBalance: defineMethod([addressSchema, configOf(stateConfig)], (context, address, config) => {
    const slot = slotFor(context, config);
    return inContext(
      slot,
      Number(context.ledger.account(address, config.commitment)?.lamports ?? 0n),
    );
  }),
  getAccountInfo: defineMethod(
    [addressSchema, configOf(accountConfig)],
    (context, address, config) => {
      const slot = slotFor(context, config);
      return inContext(
        slot,
        encodeIfThere(context, context.ledger.account(address, config.commitment), config),
      );
    },
  ),
  getMultipleAccounts: defineMethod(
    [
      z.array(addressSchema).max(accountsMax),
      configOf({ ...accountConfig, encoding: accountConfig.encoding.unwrap().default('base64') }),
    ],
    (context, addresses, config) => {
      const slot = slotFor(context, config);
      return inContext(
        slot,
        addresses.map((address) =>
          encodeIfThere(context, context.ledger.account(address, config.commitment), config),
        ),
      );
    },
  ),
  getProgramAccounts: defineMethod([addressSchema, programConfig], (context, program, config) => {
    const slot = slotFor(context, config);
    const accounts = context.ledger
      .programAccounts(program, config.commitment)
      .filter(([, state]) => matchesFilters(state, config.filters))
      .map(([pubkey, state]) => ({ pubkey, account: encodeIfThere(context, state, config) }));
    return config.withContext === true ? inContext(slot, accounts) : accounts;
  }),
};

/** Writes an account, or null for one that does not exist. */
export function encodeIfThere(
  { ledger }: Pick<RpcContext, 'ledger'>,
  state: AccountState | undefined,
  format: AccountFormat,
): unknown {
  return state === undefined
    ? null
    : encodeAccount(state, format, (address) => ledger.account(address, 'processed'));
}

/** True if an account meets all conditions. */
export function matchesFilters(
  { data }: AccountState,
  filters: z.output<typeof filtersSchema>,
): boolean {
  return (filters ?? []).every((filter) => {
    if ('dataSize' in filter) return data.length === filter.dataSize;
    const { offset, bytes, encoding } = filter.memcmp;
    const wanted = encoding === 'base64' ? Buffer.from(bytes, 'base64') : readBase58(bytes);
    return (
      wanted !== undefined &&
      Buffer.from(data.subarray(offset, offset + wanted.length)).equals(wanted)
    );
  });
}
