import type { EndpointProfile } from '@portage/core/plugin';
import { expect, test } from 'vitest';
import { endpointRows } from './endpointRows.js';

const profile: EndpointProfile = {
  endpoint: 'https://one.example',
  height: 120,
  latencyMs: 45,
  callsMax: 100,
  logBlocksMax: 2_000,
  finalizedHeight: 60,
  safeHeight: null,
  simulates: true,
  stateBlocks: 120,
};
const connection = (profiles: readonly EndpointProfile[]) => ({
  quorum: 1,
  endpoints: () => [],
  probe: () => Promise.resolve(profiles),
});
const about = { subject: 'base', signal: new AbortController().signal };

test('each endpoint is told in a line, and as it was found', async () => {
  const rows = await endpointRows({ connection: connection([profile]) }, about);
  expect(rows).toEqual([
    {
      check: 'endpoint',
      subject: 'base',
      result: 'ok',
      message:
        'https://one.example: block 120 in 45 ms, 100 calls at once, logs of 2000 blocks at once, state of 120 blocks back, finalized 60, no safe, simulates',
      profile,
    },
  ]);
});

test('few blocks of logs, and an endpoint that does not answer, are warnings', async () => {
  const away = { endpoint: 'https://two.example', fault: 'It could not be reached.' };
  const rows = await endpointRows(
    { connection: connection([{ ...profile, logBlocksMax: 10 }, away]) },
    about,
  );
  expect(rows.map(({ result }) => result)).toEqual(['warning', 'warning']);
  expect(rows[1]?.message).toBe('https://two.example: It could not be reached.');
});

test('a chain that is young has few blocks to tell, which is no warning', async () => {
  const young = { ...profile, height: 9, logBlocksMax: 10 };
  const rows = await endpointRows({ connection: connection([young]) }, about);
  expect(rows.map(({ result }) => result)).toEqual(['ok']);
});

test('a family that asks nothing has no row', async () => {
  expect(await endpointRows({}, about)).toEqual([]);
  expect(await endpointRows({ connection: { quorum: 1, endpoints: () => [] } }, about)).toEqual([]);
});
