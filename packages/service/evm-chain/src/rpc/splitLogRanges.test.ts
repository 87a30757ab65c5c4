import type { Endpoint, RpcReply, RpcRequest } from '@portage/chain-kit';
import { describe, expect, it } from 'vitest';
import { splitLogRanges } from './splitLogRanges.js';

interface Filter {
  readonly address: string;
  readonly fromBlock: string;
  readonly toBlock: string;
}

const ok = (result: unknown): RpcReply => ({ ok: true, result });
const refusal = (message: string, code = -32000): RpcReply => ({
  ok: false,
  error: { code, message },
});
const logsOf = (from: number, to: number): RpcRequest => ({
  method: 'eth_getLogs',
  params: [
    { address: '0xa', fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` },
  ],
});

/** A node that tells its height, and one log of each block of at most so many. */
function startNode(most: number, refuse: (count: number) => RpcReply) {
  const asked: (readonly [from: number, to: number])[] = [];
  const bounds: (readonly [blocks: number, words: string])[] = [];
  let now = 0;
  const answer = ({ method, params }: RpcRequest): RpcReply => {
    if (method !== 'eth_getLogs') return ok('0x9');
    const { fromBlock, toBlock } = params[0] as Filter;
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    asked.push([from, to]);
    const count = to - from + 1;
    return count > most ? refuse(count) : ok(Array.from({ length: count }, (_, at) => from + at));
  };
  const endpoint: Endpoint = {
    label: 'https://node.example',
    ask: (requests) => Promise.resolve(requests.map(answer)),
    close: () => Promise.resolve(),
  };
  const split = splitLogRanges(endpoint, {
    clock: () => now,
    onBound: (blocks, words) => bounds.push([blocks, words]),
  });
  return { split, asked, bounds, pass: (ms: number) => (now += ms) };
}

const blocks = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('splitLogRanges', () => {
  it.each([
    [
      'Alchemy',
      500,
      'You can make eth_getLogs requests with up to a 500 block range. Based on your parameters, this block range should work: [0x123c9b2, 0x123cba5]',
    ],
    ['QuickNode', 5, 'eth_getLogs is limited to a 5 range'],
    ['Ankr', 100, 'maximum [from, to] blocks distance: 100'],
    ['BNB Chain', 500, 'exceed maximum block range: 500'],
    ['Tenderly', 200, 'invalid params: range 1000 is bigger than range limit 200'],
    ['Infura', 400, 'range 1000 exceeds limit of 400'],
  ])('H15: takes the figure of %s at once, and asks for no more again', async (_, most, words) => {
    const { split, asked, bounds } = startNode(most, () => refusal(words));
    const [height, logs] = await split.ask([
      { method: 'eth_blockNumber', params: [] },
      logsOf(1, 1_000),
    ]);
    expect([height, logs]).toEqual([ok('0x9'), ok(blocks(1, 1_000))]);
    expect(bounds).toEqual([[most, words]]);
    const before = asked.length;
    expect(await split.ask([logsOf(2_001, 3_000)])).toEqual([ok(blocks(2_001, 3_000))]);
    const again = asked.slice(before);
    expect(again.every(([from, to]) => to - from + 1 <= most)).toBe(true);
    expect(again).toHaveLength(Math.ceil(1_000 / most));
  });

  it.each(['block range is bigger than maxBlockRange', 'limit exceeded'])(
    'H15: halves where no figure is told (%s)',
    async (words) => {
      const { split, bounds } = startNode(300, () => refusal(words, -32005));
      expect(await split.ask([logsOf(1, 1_000)])).toEqual([ok(blocks(1, 1_000))]);
      expect(bounds.map(([most]) => most)).toEqual([500, 250]);
    },
  );

  it('H15: splits questions that come together each by itself', async () => {
    const { split } = startNode(10, () => refusal('exceed maximum block range: 10'));
    expect(await split.ask([logsOf(1, 25), logsOf(30, 30), logsOf(40, 60)])).toEqual([
      ok(blocks(1, 25)),
      ok([30]),
      ok(blocks(40, 60)),
    ]);
  });

  it.each([
    'header not found',
    'rate limit exceeded',
    'query returned more than 10000 results',
    'daily request count exceeded, request rate limited',
  ])('H15: passes on what says nothing of blocks (%s)', async (words) => {
    const { split, asked, bounds } = startNode(10, () => refusal(words));
    expect(await split.ask([logsOf(1, 100)])).toEqual([refusal(words)]);
    expect([asked.length, bounds]).toEqual([1, []]);
  });

  it('H15: passes on the refusal of a single block', async () => {
    const { split, asked } = startNode(0, () => refusal('block range is too long'));
    expect(await split.ask([logsOf(1, 4)])).toEqual([refusal('block range is too long')]);
    expect(asked.at(-1)).toEqual([1, 1]);
  });

  it('H15: refuses by itself what would take more than 256 questions', async () => {
    const { split, asked } = startNode(2, () => refusal('limited to a 2 range'));
    const [reply] = await split.ask([logsOf(1, 514)]);
    expect(reply).toMatchObject({ ok: false });
    expect(asked).toHaveLength(1);
    expect(await split.ask([logsOf(1, 512)])).toEqual([ok(blocks(1, 512))]);
  });

  it('H15: asks for more again after a day', async () => {
    const { split, asked, pass } = startNode(10, () => refusal('limited to a 10 range'));
    await split.ask([logsOf(1, 40)]);
    pass(86_400_000);
    const before = asked.length;
    await split.ask([logsOf(1, 40)]);
    expect(asked[before]).toEqual([1, 40]);
  });

  it('H15: leaves blocks that are named by their hash', async () => {
    const { split, asked } = startNode(1, () => refusal('limited to a 1 range'));
    const filter = { address: '0xa', blockHash: `0x${'11'.repeat(32)}` };
    await split.ask([{ method: 'eth_getLogs', params: [filter] }]);
    expect(asked).toHaveLength(1);
  });
});
