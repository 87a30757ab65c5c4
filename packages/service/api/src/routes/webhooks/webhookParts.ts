import type { TargetRules } from '@portage/push';
import type { Settlement } from '@portage/settlement';

/** Webhooks that owners change, and what addresses they may name. */
export interface WebhookParts extends TargetRules {
  readonly webhooks: Settlement['webhooks'];
  readonly randomBytes: (length: number) => Uint8Array;
}
