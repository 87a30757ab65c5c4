import type { NodeClient } from '../node/connect.js';

/** Miner that makes blocks at a steady pace. */
export interface Miner {
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): void;
}

/** True if anvil keeps this pace by itself: it counts whole seconds only. */
export function minesByItself(blockTimeSeconds: number): boolean {
  return Number.isInteger(blockTimeSeconds);
}

/**
 * Miner of a node: anvil's own for whole seconds; for fractions a timer here that requests each
 * block.
 */
export function createMiner(client: NodeClient, blockTimeSeconds: number): Miner {
  if (minesByItself(blockTimeSeconds)) {
    return {
      pause: () => client.setIntervalMining({ interval: 0 }),
      resume: () => client.setIntervalMining({ interval: blockTimeSeconds }),
      close: () => undefined,
    };
  }
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  const tick = (): void => {
    if (busy) return;
    busy = true;
    // A reader that waits for a block notices a node that fails to mine. The next tick asks again.
    void client.mine({ blocks: 1 }).then(
      () => void (busy = false),
      () => void (busy = false),
    );
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const start = (): void => {
    timer ??= setInterval(tick, blockTimeSeconds * 1000);
  };
  start();
  const done = (action: () => void): Promise<void> => {
    action();
    return Promise.resolve();
  };
  return { pause: () => done(stop), resume: () => done(start), close: stop };
}
