import { createKeccak } from '../hash/createKeccak.js';
import type { Quorum, RpcReply, RpcRequest } from '@portage/chain-kit';
import { createHash } from 'node:crypto';
import {
  encodeAbiParameters,
  hexToBigInt,
  numberToHex,
  serializeErc6492Signature,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { createOwners } from './createOwners.js';

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const other = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const account = owner.address.toLowerCase();
const digest = new Uint8Array(createHash('sha256').update('a withdrawal').digest());
const foreign = new Uint8Array(createHash('sha256').update('another chain').digest());
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** An account without code answers nothing. */
const quorum: Pick<Quorum, 'read'> = { read: async () => [false as never] };
const keccak = await createKeccak();
const owners = createOwners({ quorum: quorum as Quorum, keccak, multicall3: undefined });

const signed = await owner.signMessage({ message: { raw: digest } });
const r = signed.slice(2, 66);
const s = hexToBigInt(`0x${signed.slice(66, 130)}`);
const v = signed.slice(130);
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const flipped = v === '1b' ? '1c' : '1b';

it('takes the signature of the owner over the bytes of the digest', async () => {
  expect(await owners.verify({ account, digest, signature: signed })).toBe(true);
});

it.each<readonly [string, string]>([
  ['P2: that somebody else made', await other.signMessage({ message: { raw: digest } })],
  ['P3: over other terms', await owner.signMessage({ message: { raw: foreign } })],
  ['over the text of the digest', await owner.signMessage({ message: numberToHex(1n) })],
  ['over the digest itself, as a transaction would be', await owner.sign({ hash: hex(digest) })],
  ['P4: of zeros', `0x${'00'.repeat(65)}`],
  ['P4: of 64 bytes', signed.slice(0, -2)],
  ['P4: of 66 bytes', `${signed}00`],
  ['P4: in the compact form of EIP-2098', `0x${r}${word(s | (BigInt(v === '1c') << 255n))}`],
  ['P4: that is no hex', '0xzz'],
  ['P4: of nothing', '0x'],
  ['P5: with a high s', `0x${r}${word(order - s)}${flipped}`],
  ['P5: with a parity of 0 or 1', `0x${r}${word(s)}0${v === '1b' ? '0' : '1'}`],
  ['P5: with the other parity', `0x${r}${word(s)}${flipped}`],
  ['P2: of an account that is not deployed, which is none', `${signed}${'6492'.repeat(16)}`],
])('refuses a signature %s', async (_, signature) => {
  expect(await owners.verify({ account, digest, signature })).toBe(false);
});

it('P4: never takes a signature for the zero address', async () => {
  for (const signature of [signed, `0x${'00'.repeat(65)}`, `0x${'00'.repeat(64)}1b`])
    expect(await owners.verify({ account: `0x${'00'.repeat(20)}`, digest, signature })).toBe(false);
});

/** Asks about the empty signature of an account that answers this. */
async function askEmpty(result: string): Promise<boolean> {
  const endpoint = {
    ask: async (requests: readonly RpcRequest[]): Promise<RpcReply[]> =>
      requests.map(() => ({ ok: true, result })),
  };
  const asked = createOwners({
    quorum: {
      read: (question: { ask: (from: unknown, stop: AbortSignal) => Promise<boolean[]> }) =>
        question.ask(endpoint, new AbortController().signal),
    } as unknown as Quorum,
    keccak,
    multicall3: undefined,
  });
  return asked.verify({ account, digest, signature: '0x' });
}

it.each([
  ['of a contract that takes it', `0x1626ba7e${'00'.repeat(28)}`, true],
  ['of a contract that does not', `0xffffffff${'00'.repeat(28)}`, false],
  ['of an account without code', '0x', false],
])('P15: the empty signature %s', async (_, result, isTaken) => {
  expect(await askEmpty(result)).toBe(isTaken);
});

describe('P14: a signature that brings a call (ERC-6492)', () => {
  const contract = `0x${'0c'.repeat(20)}`;
  const multicall3 = `0x${'ca'.repeat(20)}`;
  const magic: Hex = `0x1626ba7e${'00'.repeat(28)}`;
  const signature = serializeErc6492Signature({
    address: `0x${'fa'.repeat(20)}`,
    data: '0x12345678',
    signature: '0xabcd',
  });

  /** Asks an endpoint that answers with these codes, one after another, the last one for ever. */
  async function ask(codes: readonly string[], direct: string | undefined) {
    const called: unknown[] = [];
    const left = [...codes];
    const endpoint = {
      ask: async ([request]: readonly RpcRequest[]): Promise<RpcReply[]> => {
        const [call] = request!.params;
        if (request!.method === 'eth_getCode') {
          const code = left.length > 1 ? left.shift() : left[0];
          return [{ ok: true, result: code }];
        }
        const { to } = call as { readonly to: string };
        called.push(to === multicall3 ? 'deployment' : to);
        const result = to === multicall3 ? deployedAnswer : direct;
        return [
          result === undefined
            ? { ok: false, error: { code: 3, message: 'revert', data: undefined } }
            : { ok: true, result },
        ];
      },
    };
    const asked = createOwners({
      quorum: {
        read: (question: { ask: (from: unknown, stop: AbortSignal) => Promise<boolean[]> }) =>
          question.ask(endpoint, new AbortController().signal),
      } as unknown as Quorum,
      keccak,
      multicall3,
    });
    return { isTaken: await asked.verify({ account: contract, digest, signature }), called };
  }

  /** Both calls succeed, and the contract answers that the signature is its own. */
  const deployedAnswer = encodeAbiParameters(
    [{ type: 'tuple[]', components: [{ type: 'bool' }, { type: 'bytes' }] }],
    [
      [
        [true, '0x'],
        [true, magic],
      ],
    ],
  );

  it('makes no call where the account has code', async () => {
    const refusing = await ask(['0x6001'], undefined);
    expect(refusing).toEqual({ isTaken: false, called: [contract] });
    expect(await ask(['0x6001'], magic)).toEqual({ isTaken: true, called: [contract] });
    expect((await ask([`0xef0100${'aa'.repeat(20)}`], '0x')).called).toEqual([contract]);
  });

  it('deploys an account that has none, and asks it alone where somebody deployed it then', async () => {
    expect(await ask(['0x'], undefined)).toEqual({ isTaken: true, called: ['deployment'] });
    expect(await ask(['0x', '0x6001'], undefined)).toEqual({
      isTaken: false,
      called: ['deployment', contract],
    });
  });
});

function hex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
