import type { Logger } from 'pino';
import type { Configuration } from '../configuration.js';

/** Tells at the start, once, which settings of chains are other ones than their networks have. */
export function logPresets(
  { presets = [] }: Pick<Configuration, 'presets'>,
  log: Pick<Logger, 'info'>,
): void {
  for (const { chain, network, differences } of presets)
    for (const { member, written, preset } of differences)
      log.info(
        { part: 'configuration', chain, network, member, written, preset },
        'a setting is another one than the preset of its network has',
      );
}
