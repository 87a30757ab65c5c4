import type { Codec } from '@portage/sdk';
import { useQuery } from '@tanstack/react-query';
import { familyOf } from '../wallets/families.js';
import { useWallets } from '../wallets/walletsContext.js';
import type { SwapForm } from './useSwapForm.js';

/** Account that is paid. */
export interface Recipient {
  /** Address; undefined while none is known. */
  readonly address: string | undefined;
  /** Whether what was typed is no address of the chain. */
  readonly isWrong: boolean;
  /** Whether it is the connected wallet. */
  readonly isOwn: boolean;
}

/** Account that is paid: what was typed, or the connected wallet of the chain. */
export function useRecipient({ to, recipient }: SwapForm): Recipient {
  const own = useWallets().find(to?.chain.vmType)?.address;
  const family = familyOf(to?.chain.vmType);
  const text = recipient.trim();
  const { data: codec } = useQuery({
    queryKey: ['codec', family?.vm],
    queryFn: () => family?.codec() ?? null,
    enabled: family !== undefined && text !== '',
    staleTime: Infinity,
    structuralSharing: false,
  });
  if (text === '') return { address: own, isWrong: false, isOwn: true };
  if (codec === undefined || codec === null)
    return { address: undefined, isWrong: false, isOwn: false };
  const isRight = isAddress(codec, text);
  return { address: isRight ? text : undefined, isWrong: !isRight, isOwn: text === own };
}

function isAddress(codec: Codec, text: string): boolean {
  try {
    codec.normalizeAddress(text);
    return true;
  } catch {
    return false; // It says why, and the field says the same for every text that is none.
  }
}
