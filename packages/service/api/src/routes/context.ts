import type { Chains, PriceSource } from '@portage/core/chain';
import type { RebalancePath } from '@portage/core/plugin';
import type {
  EndpointInput,
  EndpointName,
  EndpointPart,
  EndpointResponse,
} from '@portage/core/schemas';
import type { QuotePolicy, Quoter, Restrictions } from '@portage/quoter';
import type { Settlement } from '@portage/settlement';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '@portage/access';
import type { ClockWatch } from '../clock/clockWatch.js';
import type { ReindexGate } from '../limits/createReindexGate.js';
import type { TraceGate } from '../limits/createTraceGate.js';
import type { FastFills } from './fastFills.js';
import type { HeldStatuses } from '../status/createHeldStatuses.js';
import type { StatusStreams } from '../status/createStatusStreams.js';
import type { ArchiveStore } from '../status/unknownRequest.js';
import type { AnswerListener } from './answerListener.js';
import type { PrintedJson, sent } from './answers.js';
import type { OwnerClaims } from './ownerClaims.js';
import type { OwnerWithdrawals } from './ownerWithdrawals.js';
import type { Submissions } from './submissions.js';
import type { WebhookParts } from './webhooks/webhookParts.js';

/** Part of the policy of quotes that routes need. */
export type RoutePolicy = Pick<
  QuotePolicy,
  'capacityPerCurrencyMicroUsd' | 'capacityPerRequestMicroUsd' | 'flatFeeMicroUsd' | 'maxAgeMs'
>;

/** Part of settlement that routes read. */
export interface RouteStore
  extends
    ArchiveStore,
    Pick<Settlement, 'getRequest' | 'getRequests' | 'hub' | 'ping' | 'appFees'> {
  readonly reports: Settlement['reports'];
  readonly levels: Pick<Settlement['levels'], 'read' | 'turns'>;
  readonly reconciliations: Pick<Settlement['reconciliations'], 'differences'>;
  readonly sponsors: Pick<Settlement['sponsors'], 'balances'>;
  readonly requests: Pick<Settlement['requests'], 'facts' | 'currencies' | 'refunds' | 'followed'>;
  readonly addresses: Pick<
    Settlement['addresses'],
    'find' | 'findOf' | 'findById' | 'money' | 'disable'
  >;
  readonly chains: Pick<Settlement['chains'], 'read'>;
  readonly withdrawals: Pick<Settlement['withdrawals'], 'find' | 'balances'>;
  readonly claims: Pick<Settlement['claims'], 'find' | 'list'>;
}

/** Parts that routes work with. */
export interface RouteContext {
  readonly chains: Chains;
  readonly quoter: Pick<Quoter, 'quote'>;
  readonly store: RouteStore;
  /** Restrictions of quotes for now, the same as the quoter's. */
  readonly restrictions: Restrictions;
  /** Paths by which the solver brings what it lacks. */
  readonly paths: () => readonly RebalancePath[];
  /** Prices in memory, for amounts that are shown in USD. */
  readonly prices: PriceSource;
  readonly policy: RoutePolicy;
  readonly traces: TraceGate;
  readonly reindex: ReindexGate;
  /** Takes what payers signed; undefined where nothing is paid by signature. */
  readonly submissions: Submissions | undefined;
  /** Takes what owners signed; undefined where nothing is withdrawn. */
  readonly withdrawals: OwnerWithdrawals | undefined;
  /** Takes what wallets with app fees claim; undefined where nothing is. */
  readonly claims: OwnerClaims | undefined;
  /** Takes demands of apps for payouts before deposits are final; undefined where none are made. */
  readonly fastFills: FastFills | undefined;
  /** Subscriptions of owners of keys; undefined where no events are delivered. */
  readonly webhookParts: WebhookParts | undefined;
  readonly streams: StatusStreams;
  readonly heldStatuses: HeldStatuses;
  readonly access: Access;
  readonly version: string;
  /** The clock of the process; undefined where it is held against nothing. */
  readonly clock?: ClockWatch | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears of each answer; undefined without a listener. */
  readonly onAnswer?: AnswerListener | undefined;
}

/** Call of an endpoint. */
export interface Call<Name extends EndpointName> {
  readonly request: FastifyRequest;
  /**
   * Reads a part of the call with its schema of the table.
   *
   * @throws PortageError `INVALID_REQUEST` with the offending paths
   */
  read<Key extends EndpointPart>(part: Key): EndpointInput<Name, Key>;
}

/**
 * Body of an answer. Never the reply: it can be awaited, so that a route that answers with it would
 * wait until the caller has read everything.
 */
export type Answer<Name extends EndpointName> = EndpointResponse<Name> | PrintedJson | typeof sent;

/** Answers one endpoint. What it throws becomes the error answer. */
export type RouteHandler<Name extends EndpointName> = (
  call: Call<Name>,
  reply: FastifyReply,
) => Answer<Name> | Promise<Answer<Name>>;

/** Makes the handler of one endpoint, typed by the table of endpoints. */
export type Route<Name extends EndpointName> = (context: RouteContext) => RouteHandler<Name>;
