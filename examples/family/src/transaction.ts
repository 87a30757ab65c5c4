/** Something that a transaction does. All actions of one happen, or none. */
export type TallyAction = Readonly<
  { currency: string; amount: bigint } & (
    | { type: 'transfer'; to: string }
    | { type: 'deposit'; orderId: string; depositor: string }
    /** Pays an order. A sender pays each order once. */
    | { type: 'fill'; orderId: string; to: string }
    /** Lets money out of the depository, once for each key. */
    | { type: 'release'; orderId: string; depositor: string; key: string; to: string }
  )
>;

/** Content of a transaction, which its sender signs. */
export interface TallyBody {
  readonly chainId: number;
  readonly sender: string;
  /** Number of the transaction among those of its sender; none is skipped, none used twice. */
  readonly sequence: bigint;
  /** Native currency that the sender pays. Of two with one sequence the higher fee wins. */
  readonly fee: bigint;
  readonly actions: readonly TallyAction[];
}

/** Text of a transaction that its sender signs; the same transaction always has the same text. */
export function encodeBody({ chainId, sender, sequence, fee, actions }: TallyBody): string {
  return JSON.stringify({ chainId, sender, sequence, fee, actions }, (_, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  );
}

/** Text that a node takes. */
export function encodeSigned(text: string, signature: string): string {
  return JSON.stringify({ body: text, signature });
}
