/** Content of an error that a wallet or its library throws, whatever its shape. */
export interface Thrown {
  /** Codes of the error and those inside it, outermost first; numbers where they are digits. */
  readonly codes: readonly (number | string)[];
  readonly names: readonly string[];
  /** Messages, outermost first; none is empty. */
  readonly texts: readonly string[];
}

/** Members that hold the error that another one wraps. */
const inner = ['cause', 'error', 'originalError', 'data', 'info', 'reason'] as const;
/** Members that hold words; libraries put their own before those of the wallet. */
const spoken = ['shortMessage', 'details', 'message', 'reason'] as const;
/** An error wraps others a few times; no wallet makes a longer chain, or a circle. */
const errorsMax = 16;
/** A message of which a part is read: some wallets put a whole answer into it. */
const textMax = 2_000;

/**
 * Reads an error that a wallet threw: an object, an error inside others, or only a text. Members
 * are read by name, because each library wraps in its own way.
 *
 * @example
 * ```ts
 * readThrown({ code: -32603, data: { originalError: { code: 4001 } } }).codes; // [-32603, 4001]
 * ```
 */
export function readThrown(error: unknown): Thrown {
  const codes: (number | string)[] = [];
  const names: string[] = [];
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const open: unknown[] = [error];
  while (open.length > 0 && seen.size < errorsMax) {
    const current = open.shift();
    if (typeof current === 'string' && current !== '') texts.push(current.slice(0, textMax));
    if (typeof current !== 'object' || current === null || seen.has(current)) continue;
    seen.add(current);
    // Own and inherited members of an error are read by name only.
    const members = current as Readonly<Record<string, unknown>>;
    const code = readCode(members['code']);
    if (code !== undefined) codes.push(code);
    if (typeof members['name'] === 'string') names.push(members['name']);
    for (const member of spoken) {
      const text = members[member];
      if (typeof text === 'string' && text !== '') texts.push(text.slice(0, textMax));
    }
    open.push(...inner.map((member) => members[member]).filter(isObject));
  }
  return { codes, names, texts };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function readCode(code: unknown): number | string | undefined {
  if (typeof code === 'number') return code;
  if (typeof code !== 'string' || code === '') return undefined;
  return /^-?\d{1,9}$/.test(code) ? Number(code) : code;
}

/**
 * Codes of a refusal by a person: EIP-1193, WalletConnect, EIP-5792, ethers, and the conditions of
 * use that hardware wallets name.
 */
const declinedCodes: ReadonlySet<number | string> = new Set<number | string>([
  4001,
  5000,
  5750,
  0x6985,
  'ACTION_REJECTED',
  'USER_REJECTED',
  'USER_CANCELLED',
  'USER_CANCELED',
  'USER_DENIED',
]);
const declinedNames: ReadonlySet<string> = new Set([
  'UserRejectedRequestError',
  'UserRejectedError',
  'UserRefusedOnDevice',
  'TransportStatusErrorUserRefused',
  'WalletWindowClosedError',
]);

const verb = '(?:rejected|denied|declined|refused|cancelled|canceled|disapproved)';
const thing = '(?:request|transaction|signature|signing|message|approval|operation)';
/** Words that name who declined. */
const declinedTexts: readonly RegExp[] = [
  new RegExp(`\\b(?:user|customer|owner|you)(?: has| have)? (?:${verb}|closed|aborted)\\b`, 'i'),
  new RegExp(`\\b${verb} (?:by|on) (?:the |your )?(?:user|customer|owner|signer|device)\\b`, 'i'),
  new RegExp(`\\b${verb} the ${thing}\\b`, 'i'),
  /\bconditions? of use not satisfied\b|\b(?:popup|window)(?: was)? closed\b/i,
];
/** Words without a name, which are meant only where nothing follows: a node says why. */
const bareText = new RegExp(`^(?:the )?(?:${thing} )?(?:was |has been )?${verb}\\.?$`, 'i');
/** Code of a node that takes no transaction (EIP-1474), with words like a person's. */
const nodeRefused = -32_003;

/**
 * Whether a person declined in the wallet. The same words mean the same in every family, so there
 * is one reader.
 *
 * @example
 * ```ts
 * isDeclined(readThrown({ code: -32603, message: 'User rejected the request.' })); // true
 * ```
 */
export function isDeclined({ codes, names, texts }: Thrown): boolean {
  const words = texts.map((text) => text.trim());
  return (
    codes.some((code) => declinedCodes.has(code)) ||
    names.some((name) => declinedNames.has(name)) ||
    words.some((text) => declinedTexts.some((pattern) => pattern.test(text))) ||
    (!codes.includes(nodeRefused) && words.some((text) => bareText.test(text)))
  );
}

/** Words by which libraries stand for those that they could not read. */
const empty = /^(?:an? )?(?:unknown|internal|unexpected)\b.{0,20}\berror\b|^error$/i;

/**
 * Words of the wallet itself, where a library only says that something happened.
 *
 * @example
 * ```ts
 * thrownWords(readThrown('Ledger is locked')); // 'Ledger is locked'
 * ```
 */
export function thrownWords({ texts }: Thrown): string {
  const text = texts.find((each) => !empty.test(each.trim())) ?? texts[0];
  return (text ?? 'no reason was given').slice(0, 300);
}
