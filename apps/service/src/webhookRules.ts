import type { TargetRules } from '@portage/push';
import type { Configuration } from './configuration/configuration.js';

/**
 * Where webhooks may lead: to this machine only where every chain is a devnet, so that the holder
 * of a key of a real service cannot have it call what is behind its firewall.
 */
export function webhookRulesOf({ chains }: Pick<Configuration, 'chains'>): TargetRules {
  return { isLocalAllowed: chains.length > 0 && chains.every((chain) => chain['devnet'] === true) };
}
