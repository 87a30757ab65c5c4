import { expect, test } from 'vitest';
import { durabilityFault, type ReplicationFacts } from './durabilityFault.js';

const alone: ReplicationFacts = {
  synchronousNames: '',
  standbys: 0,
  synchronousStandbys: 0,
  isReadable: true,
  isSyncing: true,
};

test.each<[string, Partial<ReplicationFacts>, RegExp | undefined]>([
  ['one server alone', {}, undefined],
  ['a standby that no commit waits for', { standbys: 1 }, /promoted standby may lack/],
  [
    'a synchronous standby',
    { synchronousNames: 'b', standbys: 2, synchronousStandbys: 1 },
    undefined,
  ],
  ['a synchronous standby that is gone', { synchronousNames: 'b' }, /every durable write waits/],
  [
    'standbys that the role may not look at',
    { synchronousNames: 'b', standbys: 1, isReadable: false },
    /grant pg_monitor/,
  ],
  ['a server that does not sync', { isSyncing: false }, /fsync = off/],
])('%s', (_, facts, fault) => {
  const told = durabilityFault({ ...alone, ...facts });
  if (fault === undefined) expect(told).toBeUndefined();
  else expect(told).toMatch(fault);
});
