import type { Queryable, Statement } from '@portage/database';
import { float8Array, int8Array, textArray } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import type { NewRequest } from './newRequest.js';

/** Requests and their orders in one statement, hence in one round trip and one commit. */
const insertText = (beside: string): string => `
with added as (
  select * from unnest(
    $1::bytea[], $2::bytea[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::text[], $12::text[], $13::float8[], $14::float8[],
    $15::text[]
  ) as t (id, order_id, origin_chain_id, destination_chain_id, payer, recipient, referrer, referrer_address, api_key_id,
    quote, order_data, order_signature, created_at, fill_by, execution_terms)
), added_requests as (
  insert into requests (id, order_id, origin_chain_id, destination_chain_id, payer, recipient, referrer, referrer_address, api_key_id,
      quote, created_at, fill_by, order_data, order_signature, execution_terms)
    select id, order_id, origin_chain_id, destination_chain_id, payer, recipient, referrer, referrer_address, api_key_id,
      quote::json, to_timestamp(created_at / 1000), to_timestamp(fill_by / 1000),
      order_data::json, order_signature, execution_terms::json
    from added
)${beside}
insert into request_states (order_id, request_id, created_at, updated_at)
  select order_id, id, to_timestamp(created_at / 1000), to_timestamp(created_at / 1000) from added`;

const insertStatement: Statement = { name: 'insert_requests', text: insertText('') };

/** Few requests have a deposit address; the others do not pay for asking. */
const insertWithAddressesStatement: Statement = {
  name: 'insert_requests_with_addresses',
  text: insertText(`, added_addresses as (
  insert into deposit_addresses (order_id, chain_id, address, type, currency, depositor, refund_to, quote_request, created_at, expires_at)
    select added.order_id, added.origin_chain_id, a.address, a.type, a.currency, a.depositor, a."refundTo", a."quoteRequest"::jsonb,
      to_timestamp(added.created_at / 1000), to_timestamp(a."expiresAt" / 1000)
    from jsonb_to_recordset($16::jsonb) as a ("orderId" text, address text, type text, currency text, depositor text, "refundTo" text, "quoteRequest" text, "expiresAt" float8)
    join added on hash_text(added.order_id) = a."orderId"
)`),
};

/** Inserts requests with their orders, where they have any; all or none. */
export async function insertRequests(
  database: Queryable,
  requests: readonly NewRequest[],
): Promise<void> {
  const addresses = requests.flatMap(({ orderId, depositAddress }) =>
    depositAddress === undefined ? [] : [{ orderId, ...depositAddress }],
  );
  const values = [
    hashArray(requests.map((request) => request.id)),
    hashArray(requests.map((request) => request.orderId)),
    int8Array(requests.map((request) => request.originChainId)),
    int8Array(requests.map((request) => request.destinationChainId)),
    textArray(requests.map((request) => request.payer)),
    textArray(requests.map((request) => request.recipient)),
    textArray(requests.map((request) => request.referrer)),
    textArray(requests.map((request) => request.referrerAddress)),
    textArray(requests.map((request) => request.apiKeyId)),
    textArray(requests.map((request) => request.quote)),
    textArray(requests.map((request) => request.orderData)),
    textArray(requests.map((request) => request.orderSignature)),
    float8Array(requests.map((request) => request.createdAt)),
    float8Array(requests.map((request) => request.fillBy)),
    textArray(requests.map((request) => request.executionTerms)),
  ];
  if (addresses.length === 0) await database.query(insertStatement, values);
  else await database.query(insertWithAddressesStatement, [...values, JSON.stringify(addresses)]);
}
