import type { Observed } from '@portage/core';
import type { Cursor } from '@portage/core/chain';
import type { ChainEnvironment } from '@portage/core/plugin';
import type { Rpc } from '../endpoint/createRpc.js';
import { createHeadFeed, type Heads } from '../follow/createHeadFeed.js';
import { readAnswer } from './askNode.js';
import type { InstantNode, NodeAccount } from './instantFamily.js';

/** Options of {@link followNode}. */
export interface FollowNodeOptions extends Pick<ChainEnvironment, 'clock' | 'signal' | 'log'> {
  readonly rpc: Rpc;
  readonly node: InstantNode;
  /** Account that pays. */
  readonly solver: string;
  readonly pollMs: number;
}

/** State of a chain that is kept in memory. */
export interface NodeMemory {
  readonly heads: Heads<Cursor>;
  /** Fee of a transaction. */
  fee(): Observed<bigint> | undefined;
  /** Money of the solver in a currency. */
  spendable(currency: string): Observed<bigint> | undefined;
}

/** Reads the newest block, the fee and the solver's account again and again. */
export async function followNode(options: FollowNodeOptions): Promise<NodeMemory> {
  const { rpc, node, solver, pollMs, clock, signal, log } = options;
  const heads = createHeadFeed<Cursor>(() => clock.now());
  let fee: Observed<bigint> | undefined;
  let account: Observed<NodeAccount> | undefined;
  const poll = async (): Promise<void> => {
    const [ofStatus, ofAccount] = [node.status(), node.account(solver)];
    const [status, held] = await rpc.read([ofStatus, ofAccount], signal);
    const observedAt = clock.now();
    const { tip, fee: value } = readAnswer(ofStatus, status);
    account = { value: readAnswer(ofAccount, held), observedAt };
    fee = { value, observedAt };
    heads.publish(tip);
  };
  await poll();
  void (async () => {
    while (await clock.sleep(pollMs, signal))
      await poll().catch((error: unknown) => {
        if (!signal.aborted) log('no node of the chain answered', { error });
      });
  })();
  return {
    heads,
    fee: () => fee,
    spendable: (currency) =>
      account === undefined
        ? undefined
        : { value: account.value.balances[currency] ?? 0n, observedAt: account.observedAt },
  };
}
