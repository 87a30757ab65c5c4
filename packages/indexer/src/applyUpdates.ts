import type { Chain, ChainAdvance, ChainRollback, Cursor } from '@portage/core';
import { applyAdvance } from './applyAdvance.js';
import { applyRollback } from './applyRollback.js';
import type { IndexerOptions, Position } from './context.js';
import type { UpdateQueue } from './createQueue.js';
import { judgeAdvance, type EarlierStep, type Step } from './judgeAdvance.js';

/** What comes next: a step that is ready to be written, or a rollback. */
type Next = Step | ChainRollback | undefined;

/**
 * Applies updates until they end or one fails. While the server writes one step the next one is read and judged, so
 * neither waits for the other; they are written one after the other, each from the cursor that the one before left.
 */
export async function applyUpdates(options: IndexerOptions, chain: Chain, start: Position, queue: UpdateQueue, onApplied: (cursor: Cursor) => void): Promise<void> {
  let position = start;

  async function takeNext(earlier: EarlierStep | undefined): Promise<Next> {
    const update: ChainAdvance | ChainRollback | undefined = await queue.take();
    return update?.type === 'advance' ? judgeAdvance(options, chain, position, update, earlier) : update;
  }

  let next = await takeNext(undefined);
  while (next !== undefined) {
    if ('type' in next) {
      position = await applyRollback(options, chain, position, next);
      onApplied(next.to);
      next = await takeNext(undefined);
      continue;
    }
    const { advance, orderIds } = next;
    position = next.next;
    const written = applyAdvance(options, chain, next).then(() => onApplied(advance.cursor));
    [next] = await Promise.all([takeNext({ orderIds, written }), written]);
  }
}
