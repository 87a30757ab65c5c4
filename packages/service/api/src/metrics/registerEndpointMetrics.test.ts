import { createChains } from '@portage/core/chain';
import { createFakeChain } from '@portage/testing';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { registerEndpointMetrics } from './registerEndpointMetrics.js';

test('tells what became of the calls to each endpoint, and who disagreed about what', async () => {
  const { chain } = createFakeChain({ id: 1, slug: 'base' });
  const endpoints = () => [
    { host: 'rpc.example', answered: 10, refused: 3, failed: 2, dissents: new Map([['head', 4]]) },
  ];
  const refusals = new Map([['rate', 5]]);
  const connection = {
    quorum: 1,
    endpoints: () => [
      { endpoint: 'https://rpc.example', refusals },
      { endpoint: 'https://b.example', lacks: ['finalized'] },
    ],
  };
  const registry = new Registry();
  registerEndpointMetrics([registry], createChains([{ ...chain, endpoints, connection }]));
  // Read twice: what was counted is reported, and never added up again.
  await registry.metrics();
  const lines = (await registry.metrics()).split('\n').filter((line) => /^portage/.test(line));
  expect(lines).toEqual([
    'portage_rpc_requests_total{chain="base",endpoint="rpc.example",outcome="ok"} 7',
    'portage_rpc_requests_total{chain="base",endpoint="rpc.example",outcome="refused"} 3',
    'portage_rpc_requests_total{chain="base",endpoint="rpc.example",outcome="failed"} 2',
    'portage_endpoint_refusals_total{chain="base",endpoint="rpc.example",kind="rate"} 5',
    'portage_endpoint_lacks{chain="base",endpoint="b.example",property="finalized"} 1',
    'portage_endpoint_dissents_total{chain="base",endpoint="rpc.example",question="head"} 4',
  ]);
});
