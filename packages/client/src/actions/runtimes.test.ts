import { afterEach, expect, it, vi } from 'vitest';
import { chains, makeExecutor, makeQuote, minimumOutput, request } from '../../test/fixtures.js';
import { startService } from '../../test/startService.js';
import { createClient } from '../createClient.js';
import { execute } from './execute.js';

/** Takes a feature of the runtime away; the returned function brings it back. */
type Without = () => () => void;

function without(owner: object, name: PropertyKey, value?: unknown): Without {
  return () => {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    if (before === undefined) return () => undefined;
    Object.defineProperty(owner, name, { configurable: true, writable: true, value });
    return () => Object.defineProperty(owner, name, before);
  };
}

/** Answers of React Native: no body, only their whole text. */
const withoutBody: Without = () => {
  const real = globalThis.fetch;
  globalThis.fetch = async (...call) => {
    const answer = await real(...call);
    return new Proxy(answer, {
      get: (target, name) => {
        if (name === 'body') return undefined;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  };
  return () => void (globalThis.fetch = real);
};

const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object;

/**
 * Features that runtimes lack now and then, and Node's own `fetch` does not need: React Native, old
 * browsers, those of wallets, pages over HTTP.
 */
const features: Readonly<Record<string, Without>> = {
  'Response.body': withoutBody,
  TextDecoder: without(globalThis, 'TextDecoder'),
  'URL.canParse': without(URL, 'canParse'),
  'AbortSignal.any': without(AbortSignal, 'any'),
  'AbortSignal.timeout': without(AbortSignal, 'timeout'),
  'AbortSignal.throwIfAborted': without(AbortSignal.prototype, 'throwIfAborted'),
  'crypto.subtle': without(globalThis, 'crypto', {}),
  crypto: without(globalThis, 'crypto'),
  structuredClone: without(globalThis, 'structuredClone'),
  performance: without(globalThis, 'performance'),
  DOMException: without(globalThis, 'DOMException'),
  Intl: without(globalThis, 'Intl'),
  localStorage: without(globalThis, 'localStorage'),
  navigator: without(globalThis, 'navigator'),
  // From Node 26 on its own `fetch` does.
  ...(Number(process.versions.node.split('.')[0]) < 26
    ? { 'Promise.withResolvers': without(Promise, 'withResolvers') }
    : {}),
  'Promise.any': without(Promise, 'any'),
  'Object.groupBy': without(Object, 'groupBy'),
  'Array.findLast': without(Array.prototype, 'findLast'),
  'Array.toSorted': without(Array.prototype, 'toSorted'),
  'Array.toReversed': without(Array.prototype, 'toReversed'),
  'String.isWellFormed': without(String.prototype, 'isWellFormed'),
  'Set.union': without(Set.prototype, 'union'),
  'Iterator.map': without(iterators, 'map'),
};

const restore: (() => void)[] = [];
afterEach(() => {
  for (const bringBack of restore.splice(0)) bringBack();
  vi.restoreAllMocks();
});

it.each(Object.keys(features))('a swap ends well in a runtime without %s', async (name) => {
  const wallet = makeExecutor({});
  let asked = 0;
  const service = await startService((heard, answer) => {
    if (heard.path === '/chains') {
      answer.json(200, { chains });
      return;
    }
    if (heard.path === '/transactions/index') {
      answer.json(200, { message: 'Noted' });
      return;
    }
    const isPaid = wallet.submitted.includes('deposit');
    if (isPaid) asked += 1;
    const word = isPaid ? (asked > 2 ? 'success' : 'pending') : 'waiting';
    if (heard.headers.accept !== 'text/event-stream') {
      answer.json(200, statusOf(word));
      return;
    }
    const events = answer.stream();
    events.send(statusOf(word));
    events.end();
  });
  const quote = await makeQuote();
  restore.push(features[name]?.() ?? (() => undefined));
  const client = createClient({ baseUrl: service.url, pollMs: 10 });
  const result = await execute(client, {
    quote,
    request,
    minAmountOut: minimumOutput,
    executors: [wallet],
  });
  expect(result).toMatchObject({ status: 'success', amountOut: '990000' });
});

function statusOf(word: string): Readonly<Record<string, unknown>> {
  return {
    status: word,
    inTxHashes: word === 'waiting' ? [] : ['0xd1'],
    txHashes: word === 'success' ? ['0xf1'] : [],
    updatedAt: 1,
    failReason: 'N/A',
    refundFailReason: 'N/A',
    ...(word === 'success' ? { amountOut: '990000' } : {}),
  };
}
