/** Members of a link to the swap page. A recipient is none of them: the payer alone names it. */
export interface SwapLink {
  /** Key of what is paid, as in `8453:0x00…`. */
  readonly from: string | undefined;
  /** Key of what arrives. */
  readonly to: string | undefined;
  /** Amount as it is typed; empty where none is named. */
  readonly amount: string;
}

/** A link as it was read. */
export interface ReadSwapLink extends SwapLink {
  /** Fault of the link, for people; undefined where there is none. */
  readonly fault: string | undefined;
}

const lengthMax = 128;

/** Reads the query of a link; what does not fit is left out, and said. Pure. */
export function readSwapLink(query: string): ReadSwapLink {
  const members = new URLSearchParams(query);
  const amount = members.get('amount') ?? '';
  const isAmount = /^(?=.*\d)\d{0,30}(\.\d{0,30})?$/.test(amount);
  const [from, to] = [readKey(members.get('from')), readKey(members.get('to'))];
  const isSame = from !== undefined && from === to;
  const isBroken =
    (amount !== '' && !isAmount) ||
    (members.has('from') && from === undefined) ||
    (members.has('to') && to === undefined);
  return {
    from,
    to: isSame ? undefined : to,
    amount: isAmount ? amount : '',
    fault: isSame
      ? 'It pays and receives the same currency. Choose another one on either side.'
      : isBroken
        ? 'A part of it cannot be read. Check what is entered here.'
        : undefined,
  };
}

/** Query of a link, as in `?from=8453:0x00…&to=10:0x0b…&amount=0.25`. Pure. */
export function swapLinkOf({ from, to, amount }: SwapLink): string {
  const members = Object.entries({ from, to, amount }).filter(
    ([, text]) => text !== undefined && text !== '',
  );
  return members.length === 0
    ? ''
    : `?${members.map(([name, text]) => `${name}=${String(text)}`).join('&')}`;
}

/** Key in its canonical form: people write addresses of EVM chains in letters of both sizes. */
function readKey(text: string | null): string | undefined {
  if (text === null || text.length > lengthMax || !/^\d+:\w+$/.test(text)) return undefined;
  return text.includes(':0x') ? text.toLowerCase() : text;
}
