import { defineVm, definePlugin, type Plugin, type Vm } from '@portage/core/plugin';
import { describeTally, openTally } from './chain/openTally.js';
import { readSettings } from './chain/settings.js';
import { tallyCodec } from './codec.js';

/** Tally: ledgers of accounts, each kept by nodes of its own. */
export const tally: Vm = defineVm({
  name: 'tally',
  codec: tallyCodec,
  read: readSettings,
  secretsOf: () => ['solver'],
  describe: describeTally,
  open: openTally,
});

/** Parts that this package adds to a service. */
export const plugin: Plugin = definePlugin({ vms: [tally] });
