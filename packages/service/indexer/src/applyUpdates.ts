import type { Chain, ChainRollback, Cursor } from '@portage/core/chain';
import type { ChainPosition, EarlierStep, Step } from '@portage/settlement';
import type { FollowOptions } from './context.js';
import type { UpdateQueue } from './createQueue.js';
import { createUpdateSource } from './createUpdateSource.js';

/** Next update: a step that is judged and will be written, or a rollback. */
type Next =
  | { readonly type: 'step'; readonly step: Step; readonly written: Promise<void> }
  | ChainRollback
  | undefined;

/**
 * Applies updates until they end or one fails. While the server writes one step the next one is
 * read and judged, so neither waits for the other; they are written one after the other, each from
 * the cursor that the one before left.
 */
export async function applyUpdates(
  options: FollowOptions,
  chain: Chain,
  start: ChainPosition,
  queue: UpdateQueue,
  onApplied: (cursor: Cursor) => void,
): Promise<void> {
  let position = start;
  const source = createUpdateSource(queue, options.clock, options.late);

  async function takeNext(earlier: EarlierStep | undefined): Promise<Next> {
    const update = await source.take(position);
    if (update?.type !== 'advance') return update;
    const { judged, written } = options.settlement.steps.apply(options, {
      chain,
      position,
      advance: update,
      earlier,
    });
    return { type: 'step', step: await judged, written };
  }

  let next = await takeNext(undefined);
  while (next !== undefined) {
    if (next.type === 'rollback') {
      position = await options.settlement.steps.rollBack(options, chain, position, next);
      onApplied(next.to);
      next = await takeNext(undefined);
      continue;
    }
    const {
      step: { advance, orderIds, next: after },
    } = next;
    position = after;
    const written = next.written.then(() => onApplied(advance.cursor));
    [next] = await Promise.all([takeNext({ orderIds, written }), written]);
  }
}
