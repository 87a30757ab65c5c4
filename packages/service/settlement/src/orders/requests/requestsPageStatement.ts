import { requestFault } from '@portage/core';
import { hashBytes } from '../../kit/hashId.js';
import type { RequestsQuery } from './requestsQuery.js';
import { eachPairText, isOneSided, pairConditions, chainPairsOf } from './chainPairsText.js';
import { requestColumns } from './storedRequest.js';

/** A statement that is planned anew with its values, so that each filter finds its index. */
export interface PageStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Orders that a transaction has to do with. The tables that know transactions have primary keys of
 * chain, then transaction: each branch asks them once for every followed chain, which are few, and
 * reads no row beside. A transfer to an address (`address_payments`) has to do with the order of
 * the address, and with those that were made for what came through it (`requotes`).
 */
function ordersOf(txIds: string): string {
  const seen = ['deposits', 'fills', 'releases'].map(
    (table) =>
      `select order_id from chain_cursors join ${table} using (chain_id) where tx_id = any(${txIds}::text[]) and state <> 'reorged'`,
  );
  const paid = `from chain_cursors join address_payments p using (chain_id)`;
  return [
    ...seen,
    `select swap_id from chain_cursors join swaps using (chain_id) where tx_id = any(${txIds}::text[]) and state <> 'reorged'`,
    `select p.order_id ${paid} where p.tx_id = any(${txIds}::text[])`,
    `select q.order_id ${paid} join requotes q on q.address_order_id = p.order_id join request_states s on s.order_id = q.order_id where p.tx_id = any(${txIds}::text[]) and p.tx_id = any(s.in_tx_ids)`,
    `select order_id from chain_cursors join outbox using (chain_id) where tx_id = any(${txIds}::text[]) and order_id is not null and state <> 'replaced'`,
  ].join(' union all ');
}

/**
 * Orders of an address (by `deposit_addresses_address`), and those that were made for what came
 * through it (by `requotes_address`).
 */
function ordersAt(addresses: string): string {
  const own = `select order_id from deposit_addresses where address = any(${addresses}::text[])`;
  return `${own} union all select q.order_id from requotes q where q.address_order_id in (${own})`;
}

const none = [''] as const;

/** Tables that the branches of a page read, and the columns that order them. */
interface Lead {
  readonly time: string;
  readonly id: string;
}

/**
 * The row that changes has an index by the last change and one by status; where a request itself is
 * asked for, its own indexes come first. Both rows hold the same id and time of creation.
 */
function leadOf(query: RequestsQuery): Lead {
  if (query.sortBy === 'updated') return { time: 's.updated_at', id: 's.request_id' };
  const { status, users, chainId, originChainId, destinationChainId } = query;
  const { referrer, referrerAddress, apiKeyId, apiKeyIds } = query;
  const isByStatus =
    status !== undefined &&
    [users, chainId, originChainId, destinationChainId].every((chain) => chain === undefined) &&
    [referrer, referrerAddress, apiKeyId, apiKeyIds].every((filter) => filter === undefined);
  return isByStatus
    ? { time: 's.created_at', id: 's.request_id' }
    : { time: 'r.created_at', id: 'r.id' };
}

/** A filter of the query finds few requests by an index of its own. */
function hasOwnIndex(query: RequestsQuery): boolean {
  const { users, referrer, referrerAddress, apiKeyId, apiKeyIds } = query;
  const { id, orderId, txIds, depositAddresses } = query;
  const ofCaller = [users, referrer, referrerAddress, apiKeyId, apiKeyIds];
  return [...ofCaller, id, orderId, txIds, depositAddresses].some((filter) => filter !== undefined);
}

/**
 * The statement of one page. A filter with alternatives (payer or recipient, either chain, several
 * statuses) becomes a branch for each, so that every branch reads one index in the order of the
 * page and stops after `limit` rows; a single condition with `or` would have to read and sort all
 * that match.
 *
 * @throws PortageError `INVALID_REQUEST` when the continuation is not one of ours
 */
export function requestsPageStatement(query: RequestsQuery): PageStatement {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${String(values.push(value))}`;
  const { time, id } = leadOf(query);
  const [direction, beyond] = query.order === 'oldest first' ? ['asc', '>'] : ['desc', '<'];
  const after = parseContinuation(query.continuation);
  const common = [
    query.id === undefined ? [] : `r.id = ${bind(hashBytes(query.id))}`,
    query.orderId === undefined ? [] : `r.order_id = ${bind(hashBytes(query.orderId))}`,
    query.txIds === undefined ? [] : `r.order_id in (${ordersOf(bind(query.txIds))})`,
    query.depositAddresses === undefined
      ? []
      : `r.order_id in (${ordersAt(bind(query.depositAddresses))})`,
    query.includeChildren === true ||
    query.id !== undefined ||
    query.orderId !== undefined ||
    query.txIds !== undefined
      ? []
      : 'not exists (select 1 from requotes q where q.order_id = r.order_id)',
    query.referrer === undefined ? [] : `r.referrer = ${bind(query.referrer)}`,
    query.referrerAddress === undefined
      ? []
      : `r.referrer_address = ${bind(query.referrerAddress)}`,
    query.apiKeyId === undefined ? [] : `r.api_key_id = ${bind(query.apiKeyId)}`,
    query.apiKeyIds === undefined ? [] : `r.api_key_id = any(${bind(query.apiKeyIds)}::text[])`,
    query.since === undefined ? [] : `${time} >= ${timeAt(bind(Math.round(query.since * 1000)))}`,
    query.until === undefined ? [] : `${time} <= ${timeAt(bind(Math.round(query.until * 1000)))}`,
    after === undefined
      ? []
      : `(${time}, ${id}) ${beyond} (${timeAt(bind(after.micros))}, ${bind(hashBytes(after.id))})`,
  ].flat();
  const statuses = query.status?.map((status) => `s.status = ${bind(status)}`) ?? none;
  const pairs = chainPairsOf(query, bind);
  const users = query.users === undefined ? none : userBranches(query.users, bind);
  const limit = bind(query.limit + 1);
  const source =
    time.startsWith('s.') || query.status !== undefined
      ? 'requests r join request_states s using (order_id)'
      : 'requests r';
  const ordered = `order by time ${direction}, id ${direction} limit ${limit}`;
  const isByChains = time === 'r.created_at' && !hasOwnIndex(query);
  const branches = statuses.flatMap((status) =>
    pairs.flatMap((pair) =>
      users.map((user) => {
        const conditions = [status, user, ...common].filter((condition) => condition !== '');
        const select = (chains: readonly string[], chainsOrder = ''): string => {
          const all = [...chains, ...conditions];
          return `select ${id} as id, ${time} as time from ${source}${all.length === 0 ? '' : ` where ${all.join(' and ')}`} order by ${chainsOrder}${time} ${direction}, ${id} ${direction} limit ${limit}`;
        };
        if (!isByChains || !isOneSided(pair)) return `(${select(pairConditions(pair))})`;
        // Equal within a pair; it names the index, which runs backwards for the oldest first.
        const opposite = direction === 'desc' ? 'asc' : 'desc';
        const chainsOrder = `r.origin_chain_id ${opposite}, r.destination_chain_id ${opposite}, `;
        return `(${eachPairText(pair, (chains) => select(chains, chainsOrder))} ${ordered})`;
      }),
    ),
  );
  const shown = query.sortBy === 'updated' ? 'updated_at' : 'created_at';
  const text = `select ${requestColumns}, (extract(epoch from ${shown}) * 1000000)::bigint as micros from current_requests
  where id in (select id from (${branches.join(' union ')}) branches ${ordered}) order by ${shown} ${direction}, id ${direction} limit ${limit}`;
  return { text, values };
}

/** Each payer and recipient has a branch, and the deposit addresses among the accounts another. */
function userBranches(
  users: readonly string[],
  bind: (value: unknown) => string,
): readonly string[] {
  const parties = users.flatMap((user) =>
    ['payer', 'recipient'].map((column) => userBranch(column, bind(user))),
  );
  return [...parties, `r.order_id in (${ordersAt(bind(users))})`];
}

function userBranch(column: string, user: string): string {
  // The index of recipients leaves out those who pay for themselves.
  return column === 'payer'
    ? `r.payer = ${user}`
    : `r.recipient = ${user} and r.recipient <> r.payer`;
}

function timeAt(micros: string): string {
  return `timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
}

function parseContinuation(
  text: string | undefined,
): { readonly micros: number; readonly id: string } | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d{1,16})_(0x[0-9a-f]{64})$/.exec(text);
  const micros = Number(match?.[1]);
  if (match?.[2] === undefined || !Number.isSafeInteger(micros)) {
    throw requestFault('continuation', 'is not one of ours', {
      message: 'The continuation is not one of ours.',
    });
  }
  return { micros, id: match[2] };
}
