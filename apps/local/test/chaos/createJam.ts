import type { Fault } from '@portage/testing';
import { keccak256, type Hex } from 'viem';
import { pause, type Endpoints } from '../soak/startLiars.js';

/** Milliseconds for which none of our transactions reaches a chain: a short permit lives less. */
const jamMs = 20_000;

/** An endpoint that says it took a transaction, and does not pass it on. */
const forgets: Fault = {
  type: 'feign',
  methods: ['eth_sendRawTransaction'],
  // The bytes of a transaction are hex.
  result: ([raw]) => keccak256(raw as Hex),
};

/** Jams of a chain. */
export interface Jam {
  /** Begins one, unless one is under way; it ends by itself. */
  readonly begin: () => Promise<void>;
  /** Jams so far. */
  readonly count: () => number;
  /** Ends the one that is under way, and all others. */
  readonly end: () => void;
}

/**
 * Keeps what the service sends from an EVM chain for a while: every endpoint takes it and forgets
 * it. A call of a permit that comes too late meanwhile has to be outbid by a transaction without a
 * payment.
 */
export function createJam({ disturbAll }: Pick<Endpoints, 'disturbAll'>, signal: AbortSignal): Jam {
  const over = new AbortController();
  const either = AbortSignal.any([over.signal, signal]);
  let jams = 0;
  let isJammed = false;
  return {
    begin: () => {
      if (isJammed || either.aborted) return Promise.resolve();
      isJammed = true;
      jams += 1;
      disturbAll([forgets]);
      void pause(jamMs, either).then(() => {
        disturbAll([]);
        isJammed = false;
      });
      return Promise.resolve();
    },
    count: () => jams,
    end: () => {
      over.abort();
    },
  };
}
