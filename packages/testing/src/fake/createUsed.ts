import type { Ledger } from './createLedger.js';

/** Sequences and coins that final blocks have used up. */
export interface Used {
  isSequenceUsed(sequence: bigint): boolean;
  /**
   * Whether one of these coins is spent for good, or can never be there: what made it lost a coin
   * of its own.
   */
  areLost(coins: readonly string[]): boolean;
}

/** Reads each block once, as soon as it is final. */
export function createUsed(ledger: Ledger, sender: string, finalizedHeight: () => number): Used {
  const sequences = new Set<bigint>();
  const coins = new Set<string>();
  let next = 0;
  const learn = (): void => {
    for (; next <= finalizedHeight(); next += 1)
      for (const { body } of ledger.blocks[next]?.transactions ?? []) {
        for (const coin of body.coins ?? []) coins.add(coin);
        if (body.sender === sender) sequences.add(body.sequence);
      }
  };
  const isLost = (coin: string): boolean => {
    if (coins.has(coin)) return true;
    if (ledger.state.coins.has(coin) || ledger.find(coin) !== undefined) return false;
    return ledger.known(coin)?.coins?.some(isLost) === true;
  };
  return {
    isSequenceUsed: (sequence) => {
      learn();
      return sequences.has(sequence);
    },
    areLost: (given) => {
      learn();
      return given.some(isLost);
    },
  };
}
