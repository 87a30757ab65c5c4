import type { Hex } from 'viem';

/** Init code of contracts that tests deploy. */
export type Deed =
  | { readonly type: 'call'; readonly to: Hex; readonly value?: bigint; readonly data?: Hex }
  | { readonly type: 'log'; readonly topics: readonly Hex[]; readonly data: Hex }
  /**
   * Makes another contract in the same way; one that reverts takes back only what it did itself.
   */
  | { readonly type: 'create'; readonly value?: bigint; readonly deeds: readonly Deed[] }
  | { readonly type: 'revert' }
  /** All that is left goes to an account, whether it takes money or not. */
  | { readonly type: 'selfdestruct'; readonly to: Hex };

const word = (value: bigint): string => `7f${value.toString(16).padStart(64, '0')}`;
const short = (value: number): string => `61${value.toString(16).padStart(4, '0')}`;

/** Writes bytes to memory from 0 on. */
function store(data: string): string {
  const chunks = data.match(/.{1,64}/g) ?? [];
  return chunks.map((chunk, index) => `7f${chunk.padEnd(64, '0')}${short(index * 32)}52`).join('');
}

function assemble(deed: Deed): string {
  switch (deed.type) {
    case 'call': {
      const data = (deed.data ?? '0x').slice(2);
      return `${store(data)}60006000${short(data.length / 2)}6000${word(deed.value ?? 0n)}73${deed.to.slice(2)}5af150`;
    }
    case 'log': {
      const data = deed.data.slice(2);
      return `${store(data)}${[...deed.topics]
        .reverse()
        .map((topic) => `7f${topic.slice(2)}`)
        .join('')}${short(data.length / 2)}6000a${String(deed.topics.length)}`;
    }
    case 'create': {
      const code = initCode(deed.deeds).slice(2);
      return `${store(code)}${short(code.length / 2)}6000${word(deed.value ?? 0n)}f050`;
    }
    case 'revert':
      return '60006000fd';
    case 'selfdestruct':
      return `73${deed.to.slice(2)}ff`;
  }
}

/**
 * Code that does these things one after the other when a contract is made of it, and leaves no
 * contract behind.
 */
export function initCode(deeds: readonly Deed[]): Hex {
  return `0x${deeds.map(assemble).join('')}00`;
}
