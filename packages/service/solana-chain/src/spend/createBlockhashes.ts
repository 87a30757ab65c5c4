import type { Observed } from '@portage/core';
import { readObject, readResult, type RefreshPart } from '@portage/chain-kit';
import type { Heads } from '../observe/createHeads.js';
import { readInteger, readText, readValue } from '../rpc/parse.js';

/** Blockhash to sign with, its expiry and its time. */
export interface Blockhash {
  readonly blockhash: string;
  /** The last block that may hold a transaction signed with it. */
  readonly lastValidBlockHeight: number;
  /** Unix seconds, as the chain said then. */
  readonly time: number;
}

/** The newest blockhash, from memory. */
export interface BlockhashMemory extends RefreshPart {
  latest(): Observed<Blockhash> | undefined;
}

/** Options of {@link createBlockhashes}. */
export interface BlockhashesOptions {
  readonly heads: Heads;
  readonly clock: () => number;
}

/** Keeps the newest blockhash that most of the network has voted for. */
export function createBlockhashes({ heads, clock }: BlockhashesOptions): BlockhashMemory {
  let latest: Observed<Blockhash> | undefined;
  return {
    latest: () => latest,
    requests: () => [{ method: 'getLatestBlockhash', params: [{ commitment: 'confirmed' }] }],
    apply: ([reply]) => {
      const { blockhash, lastValidBlockHeight } = readObject(
        readValue(readResult(reply, 'getLatestBlockhash'), 'blockhash'),
        'blockhash',
      );
      const time = heads.latest()?.value.time;
      if (time === undefined) return;
      latest = {
        value: {
          blockhash: readText(blockhash, 'blockhash'),
          lastValidBlockHeight: readInteger(lastValidBlockHeight, 'height'),
          time,
        },
        observedAt: clock(),
      };
    },
  };
}
