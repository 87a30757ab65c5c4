import type { Settlement } from '@portage/settlement';

type Claims = Settlement['claims'];

/** A claim whose payment is due. */
export type DueClaim = Awaited<ReturnType<Claims['take']>>[number];

/** A claim whose payment is signed. */
export type MadeClaim = Parameters<Claims['reserve']>[2][number];

/** Decision against the payment of a claim. */
export type ClaimRefusal = Parameters<Claims['end']>[2][number]['refusal'];
