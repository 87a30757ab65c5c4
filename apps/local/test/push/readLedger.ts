import type { Queryable } from '@portage/database';
import type { LedgerRequest, Subscription, WrittenEvent } from './judge/subscription.js';
import { groupBy } from './judge/groupBy.js';
import type { TrialApp } from './openApps.js';

interface RequestRow {
  request_id: string;
  api_key_id: string;
  status: string;
  version: number;
  payments: string[];
}

interface WrittenRow {
  webhook_id: string;
  message_id: string;
  request_id: string;
  label: string;
  written_at: number;
}

/**
 * Requests with what happened to them, of the tables of payments and states: what deliveries are
 * held against must not come from the table of deliveries. A payout of a refund is one to the
 * payer; the others collect for the solver.
 */
const requestsText = `
select hash_text(r.id) as request_id, r.api_key_id, s.status, s.version, array(
    select 'deposit ' || d.chain_id || ' ' || d.tx_id from deposits d
      where d.order_id = r.order_id and d.state <> 'reorged'
    union all select 'fill ' || f.chain_id || ' ' || f.tx_id from fills f
      where f.order_id = r.order_id and f.matched and f.state <> 'reorged'
    union all select 'refund ' || l.chain_id || ' ' || l.tx_id from releases l
      where l.order_id = r.order_id and lower(l.recipient) = lower(r.payer) and l.state <> 'reorged') as payments
  from requests r join request_states s on s.order_id = r.order_id where r.api_key_id is not null`;

const writtenText = `
select d.webhook_id, d.message_id, hash_text(r.id) as request_id,
    case d.event when 'transfer' then concat_ws(' ', d.content ->> 'role', d.content ->> 'chainId', d.content ->> 'txId')
      else 'status ' || (d.content ->> 'status') end as label,
    (extract(epoch from d.created_at) * 1000)::float8 as written_at
  from webhook_deliveries d join requests r on r.order_id = d.order_id order by d.id`;

function ledgerRequest(row: RequestRow): LedgerRequest {
  const { request_id: requestId, status, version: changes, payments } = row;
  return { requestId, status, changes, payments };
}

function writtenEvent(row: WrittenRow): WrittenEvent {
  const { message_id: messageId, request_id: requestId, label, written_at: writtenAt } = row;
  return { messageId, requestId, label, writtenAt };
}

/** Events due to each webhook of the apps, by the ledger. */
export async function readLedger(
  database: Queryable,
  apps: readonly TrialApp[],
): Promise<readonly Subscription[]> {
  const requests = groupBy(
    await database.query<RequestRow>(requestsText, []),
    ({ api_key_id: keyId }) => keyId,
  );
  const written = groupBy(
    await database.query<WrittenRow>(writtenText, []),
    ({ webhook_id: id }) => id,
  );
  return apps.flatMap(({ keyId, webhooks }) =>
    webhooks.map(({ id, name, kind, secret, wantsTransfers }) => ({
      name,
      kind,
      secret,
      wantsTransfers,
      requests: (requests.get(keyId) ?? []).map(ledgerRequest),
      written: (written.get(id) ?? []).map(writtenEvent),
    })),
  );
}
