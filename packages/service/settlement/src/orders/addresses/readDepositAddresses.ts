import type { Queryable, Statement } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import {
  depositAddressColumns,
  sweepChargeText,
  toDepositAddress,
  type DepositAddressRow,
  type StoredDepositAddress,
} from './depositAddress.js';

const byAddress: Statement = {
  name: 'deposit_addresses_by_address',
  text: `select ${depositAddressColumns} from deposit_addresses a join requests r using (order_id) where a.address = any($1::text[]) order by a.created_at limit 16`,
};

const byRequest: Statement = {
  name: 'deposit_addresses_by_request',
  text: `select ${depositAddressColumns} from deposit_addresses a join requests r using (order_id)
    where a.order_id = (select coalesce(q.address_order_id, own.order_id) from requests own left join requotes q on q.order_id = own.order_id where own.id = $1)`,
};

const byId: Statement = {
  name: 'deposit_addresses_by_id',
  text: `select ${depositAddressColumns} from deposit_addresses a join requests r using (order_id) where a.order_id = $1`,
};

/** The address with this id, which is that of the order that it was made for. */
export async function findDepositAddressById(
  database: Queryable,
  id: string,
): Promise<StoredDepositAddress | undefined> {
  const [row] = await database.query<DepositAddressRow>(byId, [hashBytes(id)]);
  return row === undefined ? undefined : toDepositAddress(row);
}

/** The addresses of these texts, on whichever chains; one text may be an address on several. */
export async function findDepositAddresses(
  database: Queryable,
  addresses: readonly string[],
): Promise<readonly StoredDepositAddress[]> {
  return (await database.query<DepositAddressRow>(byAddress, [addresses])).map(toDepositAddress);
}

/** The address of a request, or the one through which the money of a request came. */
export async function findDepositAddressOf(
  database: Queryable,
  requestId: string,
): Promise<StoredDepositAddress | undefined> {
  const [row] = await database.query<DepositAddressRow>(byRequest, [hashBytes(requestId)]);
  return row === undefined ? undefined : toDepositAddress(row);
}

/** An address that is watched. */
export interface ActiveAddress {
  readonly orderId: string;
  readonly address: string;
  readonly currency: string;
  readonly depositor: string;
  /** Charge for a sweep, native currency; undefined in those from before it was kept. */
  readonly charged: bigint | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since it was made, by the database's clock. */
  readonly ageMs: number;
  /** Milliseconds until it is no longer watched, by the database's clock. */
  readonly remainingMs: number;
}

const activeStatement: Statement = {
  name: 'deposit_addresses_active',
  text: `
select a.order_id, a.address, a.currency, a.depositor, a.created_at, (1000 * extract(epoch from now() - a.created_at))::float8 as age_ms,
    (1000 * extract(epoch from a.expires_at - now()))::float8 as remaining_ms, ${sweepChargeText} from deposit_addresses a join requests r using (order_id)
  where a.chain_id = $1 and a.expires_at > now() and (a.created_at, a.order_id) > (to_timestamp($2::float8 / 1000), $3::bytea)
  order by a.created_at, a.order_id limit $4`,
};

/** Place of an address in the order in which they were made. */
export interface AddressPlace {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly orderId: string;
}

interface ActiveAddressRow extends Pick<
  DepositAddressRow,
  'order_id' | 'address' | 'currency' | 'depositor' | 'created_at' | 'charged'
> {
  age_ms: number;
  remaining_ms: number;
}

/** A page of the addresses of a chain. */
export interface AddressPage {
  /** The last address of the page before. */
  readonly after: AddressPlace;
  readonly limit: number;
}

/** Addresses of a chain that may still be paid, oldest first, after the one that is named. */
export async function readActiveAddresses(
  database: Queryable,
  chainId: number,
  { after, limit }: AddressPage,
): Promise<readonly ActiveAddress[]> {
  const rows = await database.query<ActiveAddressRow>(activeStatement, [
    chainId,
    after.createdAt,
    hashBytes(after.orderId),
    limit,
  ]);
  return rows.map((row) => ({
    orderId: row.order_id,
    address: row.address,
    currency: row.currency,
    depositor: row.depositor,
    charged: row.charged === null ? undefined : BigInt(row.charged),
    createdAt: row.created_at,
    ageMs: row.age_ms,
    remainingMs: row.remaining_ms,
  }));
}
