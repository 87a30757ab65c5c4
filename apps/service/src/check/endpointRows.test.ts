import type { Depth } from '@portage/core/chain';
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
/** Deposits below a dollar wait for three blocks, others for the chain's own word. */
const waitsFor = (depth: Depth) => ({
  confirmations: (microUsd: bigint): Depth => (microUsd < 1_000_000n ? 3 : depth),
});
const finality = waitsFor('finalized');
const about = { subject: 'base', signal: new AbortController().signal };

test('each endpoint is told in a line, and as it was found', async () => {
  const rows = await endpointRows({ connection: connection([profile]), finality }, about);
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
    { connection: connection([{ ...profile, logBlocksMax: 10 }, away]), finality },
    about,
  );
  expect(rows.map(({ result }) => result)).toEqual(['warning', 'warning']);
  expect(rows[1]?.message).toBe('https://two.example: It could not be reached.');
});

test('a chain that is young has few blocks to tell, which is no warning', async () => {
  const young = { ...profile, height: 9, logBlocksMax: 10 };
  const rows = await endpointRows({ connection: connection([young]), finality }, about);
  expect(rows.map(({ result }) => result)).toEqual(['ok']);
});

test('a family that asks nothing has no row', async () => {
  expect(await endpointRows({ finality }, about)).toEqual([]);
  expect(
    await endpointRows({ connection: { quorum: 1, endpoints: () => [] }, finality }, about),
  ).toEqual([]);
});

test('too few endpoints that know the block for which a tier waits are a warning', async () => {
  const [knows, lacks] = [profile, { ...profile, finalizedHeight: null }];
  const away = { endpoint: 'https://two.example', fault: 'It could not be reached.' };
  const messagesOf = async (profiles: readonly EndpointProfile[], depth: Depth) =>
    (
      await endpointRows(
        { connection: { ...connection(profiles), quorum: 2 }, finality: waitsFor(depth) },
        about,
      )
    )
      .filter(({ check }) => check === 'finality')
      .map(({ result, message }) => [result, message]);
  expect(await messagesOf([knows, lacks, away], 'finalized')).toEqual([
    [
      'warning',
      '1 of 3 endpoints know the block "finalized", and 2 must agree on it: a deposit whose tier waits for it is never paid.',
    ],
  ]);
  expect(await messagesOf([knows, lacks, knows], 'finalized')).toEqual([]);
  expect(await messagesOf([knows, lacks, away], 12)).toEqual([]);
  expect(await messagesOf([knows, lacks, knows], 'safe')).toHaveLength(1);
  // A family without the tag is not asked for it.
  expect(await messagesOf([{ ...profile, safeHeight: undefined }], 'safe')).toEqual([]);
});
