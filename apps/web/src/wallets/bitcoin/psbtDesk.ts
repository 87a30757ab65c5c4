import type { SigningRequest } from '@portage/sdk/bitcoin';

/** Transaction that waits for a signature which is made elsewhere. */
export interface WaitingPsbt {
  readonly request: SigningRequest;
  /** Gives the signed PSBT, as hex. */
  readonly sign: (psbt: string) => void;
  readonly decline: () => void;
}

/** Place where PSBTs wait until they are signed elsewhere and pasted back. */
export interface PsbtDesk {
  readonly ask: (request: SigningRequest) => Promise<string>;
  readonly current: () => WaitingPsbt | undefined;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** EIP-1193's code for what a person declined. */
const rejectedCode = 4001;

/** Makes a desk. One transaction waits at a time: another one takes its place. */
export function createPsbtDesk(): PsbtDesk {
  let waiting: WaitingPsbt | undefined;
  const listeners = new Set<() => void>();
  const show = (next: WaitingPsbt | undefined): void => {
    waiting = next;
    for (const listener of listeners) listener();
  };
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting?.decline();
        show({
          request,
          sign: (psbt) => {
            show(undefined);
            resolve(psbt);
          },
          decline: () => {
            show(undefined);
            reject(Object.assign(new Error('Nothing was signed.'), { code: rejectedCode }));
          },
        });
      }),
    current: () => waiting,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Desk of the page. */
export const psbtDesk: PsbtDesk = createPsbtDesk();
