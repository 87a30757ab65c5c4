import type { OrderData, Quote, Step } from '@portage/core';
import { encodeFunctionData, erc20Abi, maxUint256, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { mutate, mutationsOf, type Mutation, type Path } from '../test/mutations.js';
import {
  isAccepted,
  now,
  quotes,
  readPlan,
  rename,
  withoutSignature,
} from '../test/recordedQuotes.js';

// What a hostile service could change in a quote, over quotes of every kind that ours has made.
// Nothing may be signed that moves money otherwise than the honest quote would have.

type Fields = Readonly<Record<string, unknown>>;

/**
 * The signed content of an item as text. Members that can only make a signature worthless are left
 * out: its claimed signer, and the name that the token gives itself.
 */
function signedBy({ data }: { readonly data: Fields }): string {
  const {
    to,
    value,
    chainId,
    sign: message,
    instructions,
    addressLookupTableAddresses: tables = [],
  } = data;
  if (Array.isArray(instructions))
    return JSON.stringify({
      instructions: instructions.map((instruction: Fields) => ({
        ...instruction,
        keys: (instruction['keys'] as Fields[]).map(({ pubkey }) => pubkey),
      })),
      tables,
    });
  if (message !== undefined) return JSON.stringify(sorted(worth(message as Fields)));
  const calldata = String(data['data']).toLowerCase();
  const paid = { to: String(to).toLowerCase(), value: String(BigInt(String(value))), chainId };
  const plan = planOf(calldata);
  return JSON.stringify(
    plan === undefined
      ? { ...paid, calldata }
      : { ...paid, head: calldata.slice(0, calldata.startsWith(execute) ? 10 : 138), ...plan },
  );
}

/** Selectors of `Router.execute` and `ApprovalProxy.pull`, as the recorded quotes call them. */
const [execute = '', pull = ''] = [
  'swap of native currency before the deposit',
  'swap before the deposit',
].map((kind) => {
  const steps = quotes.find((entry) => entry.kind === kind)?.quote.steps ?? [];
  return String(steps.at(-1)?.items[0]?.data['data']).slice(0, 10);
});

/** The least that honest plans bring: without an order, and by the order that they pay. */
const promised = BigInt(
  quotes.find(({ quote }) => quote.protocol.v2 === undefined)?.quote.details.currencyOut
    .minimumAmount ?? 0,
);
const minima = new Map(
  quotes.flatMap(({ quote }) =>
    quote.steps.flatMap(({ items }) =>
      items.flatMap(({ data }) => {
        const read = planIn(String(data['data']));
        return read === undefined ? [] : [[read.settlement.id, read.settlement.minimum] as const];
      }),
    ),
  ),
);

/**
 * Reads the members of a plan that must not change. Its calls, its salt and an earlier deadline
 * may.
 */
function planOf(calldata: string): object | undefined {
  const plan = planIn(calldata);
  if (plan === undefined) return undefined;
  const { settlement, refundTo, deadline } = plan;
  const { minimum, maximum, ...rest } = settlement;
  // What comes out may be more than was promised; an order takes what it takes.
  const amounts =
    BigInt(rest.id) === 0n
      ? { isEnough: minimum >= promised && maximum >= promised }
      : {
          isEnough: minimum >= (minima.get(rest.id) ?? minimum) && minimum <= maximum,
          maximum: String(maximum),
        };
  return sorted({
    ...rest,
    ...amounts,
    refundTo,
    isInTime: deadline > now && deadline < now + 8 * 24 * 3_600,
  }) as object;
}

function planIn(calldata: string): ReturnType<typeof readPlan> | undefined {
  if (!calldata.startsWith(execute) && !calldata.startsWith(pull)) return undefined;
  try {
    return readPlan(`0x${calldata.slice(calldata.startsWith(execute) ? 74 : 202)}`);
  } catch {
    return undefined;
  }
}

/** Members of a typed message that decide about its worth to a thief. */
function worth({ primaryType, domain, value, ...rest }: Fields): Fields {
  const without = (fields: unknown, names: readonly string[]): Fields =>
    Object.fromEntries(Object.entries(fields as Fields).filter(([name]) => !names.includes(name)));
  const contract = {
    ...without(domain, ['name', 'version']),
    chainId: Number((domain as Fields)['chainId']),
  };
  if (primaryType !== 'Permit')
    return { ...rest, primaryType, contract, money: without(value, ['from', 'owner']) };
  // An EIP-2612 permit takes nothing by itself: another nonce makes it worthless, and less time is
  // less.
  return {
    ...rest,
    primaryType,
    contract,
    money: without(value, ['owner', 'nonce', 'deadline']),
    isInTime: Number((value as Fields)['deadline']) <= now + 660,
  };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

/**
 * Whether everything that would be signed is something that the honest quote asks for, each at most
 * once.
 */
function isHarmless(honest: readonly Step[], steps: readonly Step[]): boolean {
  const left = honest.flatMap(({ items }) => items.map(signedBy));
  return steps
    .flatMap(({ items }) => items)
    .every((item) => {
      if (item.status === 'complete') return true;
      const at = left.indexOf(signedBy(item));
      if (at === -1) return isNoMore(item, honest);
      left.splice(at, 1);
      return true;
    });
}

/** An approval, and a permit that only allows, may be repeated; one of nothing allows nothing. */
function isNoMore(item: Step['items'][number], honest: readonly Step[]): boolean {
  if (JSON.stringify(item.data).includes('"primaryType":"Permit"'))
    return honest.some(({ items }) => items.some((other) => signedBy(other) === signedBy(item)));
  const calldata = String(item.data['data']);
  if (!calldata.startsWith('0x095ea7b3')) return false;
  return honest.some(({ items }) =>
    items.some(
      (other) =>
        signedBy(other) === signedBy(item) ||
        (/0{64}$/.test(calldata) && other.data['to'] === item.data['to']),
    ),
  );
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 1;
const nameOf = (path: Path): string => path.join('.');

describe.each(quotes.map((entry, index) => [entry.kind, entry, index] as const))(
  '%s',
  (_, entry, index) => {
    const { quote } = entry;
    // Quotes are much alike, so each takes its share of all changes, and all of its own lists.
    const changesOf = (value: unknown) =>
      mutationsOf(value).filter((change, at) => at % 3 === index % 3 || isList(change.value));

    it('is accepted as the service made it', async () => {
      expect(await isAccepted(entry)).toBe(true);
    });

    it('V1: is signed in no other way, whatever a service changes in its steps', async () => {
      const { request, quote: honest } = withoutSignature(entry);
      const accepted: string[] = [];
      for (const mutation of changesOf(quote.steps)) {
        const steps = mutate(quote.steps, mutation);
        if (!(await isAccepted({ request, quote: { ...honest, steps } }))) continue;
        if (!isHarmless(quote.steps, steps))
          accepted.push(`${nameOf(mutation.path)} = ${JSON.stringify(mutation.value)}`);
      }
      expect(accepted).toEqual([]);
    });

    it('V2: is refused for another promise, though its steps pay for that one', async () => {
      const { request, quote: honest } = withoutSignature(entry);
      const renamed = (change: (order: OrderData) => void): Quote | undefined => {
        try {
          return rename(honest, change);
        } catch {
          return undefined; // What cannot be hashed is no order.
        }
      };
      const accepted = new Set<string>();
      for (const mutation of changesOf(quote.protocol.v2?.orderData ?? {})) {
        if (free.test(nameOf(mutation.path)) || isReordered(quote, mutation)) continue;
        const changed = renamed(
          (order) => void Object.assign(order, mutate(structuredClone(order), mutation)),
        );
        // Another way to write the same order has the same id.
        if (changed === undefined || changed.protocol.v2?.orderId === quote.protocol.v2?.orderId)
          continue;
        if (await isAccepted({ request, quote: changed }))
          accepted.add(`${nameOf(mutation.path)} = ${JSON.stringify(mutation.value)}`);
      }
      expect([...accepted]).toEqual([]);
    });
  },
);

/**
 * Members of an order that may change: its salt, and its deadlines.
 */
const free =
  /^(?:salt|version|inputs\.0\.payment\.weight|output\.deadline|inputs\.0\.refunds(?:\.\d(?:\.(?:deadline|minimumAmount))?)?)$/;

/** App fees may be owed in any order, and every other list as it was asked for. */
function isReordered({ protocol }: Quote, { path, value }: Mutation): boolean {
  if (nameOf(path) !== 'fees' || !Array.isArray(value)) return false;
  const texts = (list: readonly unknown[]) => list.map((entry) => JSON.stringify(entry)).sort();
  const honest = texts(protocol.v2?.orderData.fees ?? []);
  return JSON.stringify(texts(value)) === JSON.stringify(honest);
}

describe('steps that nobody asked for (V10)', () => {
  const thief: Hex = `0x${'bad0'.repeat(10)}`;
  const transaction = (to: string, data: Hex, chainId: number): Step => ({
    id: 'approve',
    action: '',
    description: '',
    kind: 'transaction',
    items: [{ status: 'incomplete', data: { from: thief, to, data, value: '0', chainId } }],
  });
  const signature = (sign_: object): Step => ({
    id: 'authorize',
    action: '',
    description: '',
    kind: 'signature',
    items: [
      {
        status: 'incomplete',
        data: { sign: sign_, post: { endpoint: '/execute/permits', method: 'POST', body: {} } },
      },
    ],
  });
  const fields = (list: string) =>
    list.split(',').map((field) => ({ name: field.split(' ')[0], type: field.split(' ')[1] }));
  const permit2 = {
    name: 'Permit2',
    chainId: 8453,
    verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  };
  const soon = String(now + 60);

  const extras = ({
    quote,
    request,
  }: (typeof quotes)[number]): readonly (readonly [string, Step])[] => {
    const { originCurrency: token = '', originChainId: chain, amount } = request;
    const to = token.startsWith('0x') ? token : thief;
    const call = (data: Hex) => transaction(to, data, chain);
    return [
      [
        'an approval for a thief',
        call(
          encodeFunctionData({
            abi: erc20Abi,
            functionName: 'approve',
            args: [thief, BigInt(amount)],
          }),
        ),
      ],
      [
        'an endless approval',
        call(
          encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief, maxUint256] }),
        ),
      ],
      [
        'a transfer',
        call(
          encodeFunctionData({
            abi: erc20Abi,
            functionName: 'transfer',
            args: [thief, BigInt(amount)],
          }),
        ),
      ],
      ['increaseAllowance', call(`0x39509351${thief.slice(2).padStart(64, '0')}${'f'.repeat(64)}`)],
      [
        'setApprovalForAll',
        call(`0xa22cb465${thief.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`),
      ],
      ['a call that nobody knows', call('0xdeadbeef')],
      ['the payment once more', structuredClone(quote.steps.at(-1)!)],
      [
        'a message (steps#sign-message)',
        signature({ signatureKind: 'eip191', message: 'Welcome!' }),
      ],
      [
        'a message that hides a digest',
        signature({ signatureKind: 'eip191', message: `0x${'ab'.repeat(32)}` }),
      ],
      [
        'a permit for a thief',
        signature({
          signatureKind: 'eip712',
          primaryType: 'Permit',
          domain: { name: 'USD Coin', version: '2', chainId: chain, verifyingContract: to },
          types: {
            Permit: fields(
              'owner address,spender address,value uint256,nonce uint256,deadline uint256',
            ),
          },
          value: { owner: request.user, spender: thief, value: amount, nonce: '0', deadline: soon },
        }),
      ],
      [
        'an authorization for a thief',
        signature({
          signatureKind: 'eip712',
          primaryType: 'TransferWithAuthorization',
          domain: { name: 'USD Coin', version: '2', chainId: chain, verifyingContract: to },
          types: {
            TransferWithAuthorization: fields(
              'from address,to address,value uint256,validAfter uint256,validBefore uint256,nonce bytes32',
            ),
          },
          value: {
            from: request.user,
            to: thief,
            value: amount,
            validAfter: '0',
            validBefore: soon,
            nonce: `0x${'00'.repeat(32)}`,
          },
        }),
      ],
      [
        'a Permit2 batch',
        signature({
          signatureKind: 'eip712',
          primaryType: 'PermitBatchTransferFrom',
          domain: permit2,
          types: {
            PermitBatchTransferFrom: fields(
              'permitted TokenPermissions[],spender address,nonce uint256,deadline uint256',
            ),
            TokenPermissions: fields('token address,amount uint256'),
          },
          value: { permitted: [], spender: thief, nonce: '0', deadline: soon },
        }),
      ],
      [
        'a delegation in words of typed data',
        signature({
          signatureKind: 'eip712',
          primaryType: 'Authorization',
          domain: { chainId: chain },
          types: { Authorization: fields('chainId uint256,address address,nonce uint64') },
          value: { chainId: '0', address: thief, nonce: '0' },
        }),
      ],
      [
        'a step of a kind that nobody knows',
        {
          ...signature({ signatureKind: 'raw', digest: `0x${'ab'.repeat(32)}` }),
          kind: 'transaction',
        },
      ],
    ];
  };

  it.each(quotes.map((entry) => [entry.kind, entry] as const))(
    'are refused beside a %s',
    async (_, entry) => {
      const accepted: string[] = [];
      for (const [name, step] of extras(entry)) {
        for (const steps of [
          [step, ...entry.quote.steps],
          [...entry.quote.steps, step],
        ]) {
          if (await isAccepted({ ...entry, quote: { ...entry.quote, steps } })) accepted.push(name);
        }
      }
      expect(accepted).toEqual([]);
    },
  );
});
