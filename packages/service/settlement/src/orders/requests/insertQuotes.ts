import type { Queryable, Statement } from '@portage/database';
import { float8Array, int8Array, textArray } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import type { NewRequest } from './newRequest.js';

const insertStatement: Statement = {
  name: 'insert_quotes',
  text: `
insert into quotes (request_id, order_id, origin_chain_id, destination_chain_id, payer, recipient, referrer, referrer_address, api_key_id,
    quote, order_data, order_signature, created_at, fill_by, execution_terms)
  select request_id, order_id, origin_chain_id, destination_chain_id, payer, recipient, referrer, referrer_address, api_key_id,
      quote::json, order_data::json, order_signature, to_timestamp(created_at / 1000), to_timestamp(fill_by / 1000),
      execution_terms::json
    from unnest(
      $1::bytea[], $2::bytea[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::text[], $10::text[], $11::text[], $12::text[], $13::float8[], $14::float8[], $15::text[]
    ) as t (request_id, order_id, origin_chain_id, destination_chain_id, payer, recipient, referrer, referrer_address, api_key_id,
      quote, order_data, order_signature, created_at, fill_by, execution_terms)`,
};

/**
 * Inserts quotes in one statement, hence in one round trip and one commit; all or none. The
 * partitions of their days exist already.
 */
export async function insertQuotes(
  database: Queryable,
  requests: readonly NewRequest[],
): Promise<void> {
  await database.query(insertStatement, [
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
  ]);
}
