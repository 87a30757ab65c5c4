import type { Clock } from '@portage/core';
import type { Leases, Log } from '@portage/database';
import type { WebhookQueue } from '@portage/settlement/webhooks';
import type { PrintStatus } from '../delivery/deliveryBody.js';
import type { TargetRules } from '../targets/readTarget.js';
import type { LookUp } from '../targets/lookUp.js';

/** Points at which tests kill the process: between the commit and the sending, and behind that. */
export const webhookFailpoints = ['webhook-due', 'webhook-sent'] as const;

/** Parts that deliveries are sent with. */
export interface WebhookWorkerOptions extends TargetRules {
  readonly queue: WebhookQueue;
  readonly leases: Pick<Leases, 'acquire' | 'renew' | 'release'>;
  readonly clock: Clock;
  /** Name of this process in leases. */
  readonly worker: string;
  readonly printStatus: PrintStatus;
  readonly log: Log;
  /** Default: name servers; on a devnet the lookup of the machine. */
  readonly lookUp?: LookUp | undefined;
  /** Milliseconds in which a receiver has to answer; 10,000 by default. */
  readonly answerMs?: number | undefined;
  /** Milliseconds between two looks where nothing calls; 5,000 by default. */
  readonly pollMs?: number | undefined;
  /** Called with the name of each point of {@link webhookFailpoints}. */
  readonly failpoint?: ((point: (typeof webhookFailpoints)[number]) => void) | undefined;
}
