import { bytesToHex } from '@portage/core';
import type { Executor, Transport } from '@portage/core/executor';
import { describe, expect, it } from 'vitest';
import { appFeeClaims } from './actions/appFeeClaims.js';
import { isWithdrawalOver } from './actions/getWithdrawalStatus.js';
import { withdrawals } from './actions/withdrawals.js';
import { canonicalJson } from './canonicalJson.js';
import { claimDigest } from './claimDigest.js';

const wallet = `0x${'f3'.repeat(20)}`;
const recipient = `0x${'70'.repeat(20)}`;
const currency = `0x${'83'.repeat(20)}`;
const id = `0x${'ab'.repeat(32)}`;
const nowSeconds = 1_800_000_000;
const expiresAt = nowSeconds + 900;
const claimTerms = { wallet, chainId: 10, currency, recipient };
const terms = {
  chainId: 'base',
  ownerChainId: 'base',
  amount: '1000000',
  currency,
  owner: wallet,
  recipient,
};
const additionalData = { fee: '1000', expiresAt };
const prepared = { nonce: id, amount: terms.amount, additionalData };
const ended = { status: 'executed', txHash: '0x01' };
const claimStatus = { status: 'success', txHashes: ['0x01'] };

type Call = Parameters<Transport['call']>;

/** The actions over a service that answers each endpoint so, and what it was asked. */
function serviceOf(answers: Readonly<Record<string, readonly unknown[]>>) {
  const asked: Call[] = [];
  const left = new Map(Object.entries(answers).map(([name, each]) => [name, [...each]]));
  const call: Transport['call'] = async (name, request) => {
    asked.push([name, request]);
    const rest = left.get(name) ?? [];
    return rest.length > 1 ? rest.shift() : rest[0];
  };
  const transport = { call, now: () => 1_000 * nowSeconds };
  return { ...withdrawals()(transport), ...appFeeClaims()(transport), asked };
}

const executor: Pick<Executor, 'vm' | 'signDigest'> = { vm: 'evm', signDigest: async () => '0x51' };

/** Step of a claim whose parts are replaced. */
function claimAnswer(
  changes: {
    readonly claim?: object;
    readonly sign?: object;
    readonly step?: object;
    readonly id?: unknown;
  } = {},
  items = 1,
) {
  const claim = { ...claimTerms, claimId: id, amount: '7', expiresAt };
  const sign = {
    signatureKind: 'eip191',
    message: bytesToHex(claimDigest(claim)),
    ...changes.sign,
  };
  const post = { body: { requestId: 'id' in changes ? changes.id : id } };
  const data = { sign, post, claim: { ...claim, ...changes.claim } };
  const step = { kind: 'signature', items: Array.from({ length: items }, () => ({ data })) };
  return { steps: [{ ...step, ...changes.step }] };
}

const nothing = [undefined, null, 'text', 7, [], {}];

describe('an answer of another shape is an error of its own, and nothing is signed', () => {
  it.each(nothing)('%j for a page of claims', async (answer) => {
    for (const page of [answer, { claims: answer === null ? 'none' : null }])
      await expect(serviceOf({ appFeeClaims: [page] }).getAppFeeClaims(wallet)).rejects.toThrow(
        'The service answered with something that is no list of claims.',
      );
  });

  it.each(nothing)('%j for balances', async (answer) => {
    const owner = { owner: wallet, ownerChainId: 8453 };
    for (const page of [answer, { balances: null }])
      await expect(
        serviceOf({ withdrawalBalances: [page] }).getWithdrawalBalances(owner),
      ).rejects.toThrow('The service answered with something that holds no balances.');
  });

  it.each([...nothing, { status: 7, txHash: null }, { status: 'executed' }, { txHash: null }])(
    '%j for the status of a withdrawal',
    async (answer) => {
      await expect(
        serviceOf({ withdrawalStatus: [answer] }).getWithdrawalStatus('job'),
      ).rejects.toThrow('The service answered with something that is no status of a withdrawal.');
    },
  );

  it.each([...nothing, { jobId: 7 }])('%j for the id of a job', async (answer) => {
    const signed = { ...terms, nonce: id, additionalData, signature: '0x51' };
    await expect(
      serviceOf({ withdrawalRequest: [answer] }).executeWithdrawal(signed),
    ).rejects.toThrow('The service answered without the id of a job.');
  });

  it.each([
    ...nothing,
    { status: 'success' },
    { txHashes: [] },
    { status: 1, txHashes: [] },
    { status: 'success', txHashes: 'none' },
  ])('%j for the status of a claim', async (answer) => {
    const service = serviceOf({ appFeeClaim: [claimAnswer()], status: [answer] });
    await expect(service.claimAppFees(claimTerms, { executor })).rejects.toThrow(
      'The service answered with something that is no status of a claim.',
    );
  });

  it.each([
    ...nothing,
    { ...prepared, nonce: `x${id}` },
    { ...prepared, nonce: `${id}00` },
    { ...prepared, amount: '1000000 ' },
    { ...prepared, amount: ' 1000000' },
    { ...prepared, amount: 1_000_000 },
  ])('%j for a prepared withdrawal', async (answer) => {
    await expect(
      serviceOf({ withdrawalRequest: [answer] }).prepareWithdrawal(terms),
    ).rejects.toThrow('The service answered with something that is no prepared withdrawal.');
  });

  it.each([undefined, null, 'text', [], { fee: '1000x', expiresAt }])(
    '%j for the terms that it adds',
    async (added) => {
      const answer = { ...prepared, additionalData: added };
      await expect(
        serviceOf({ withdrawalRequest: [answer] }).prepareWithdrawal(terms),
      ).rejects.toThrow('The service answered a withdrawal with no fee.');
    },
  );

  it.each([...nothing, { chains: 'none' }, { chains: [null, 7, {}, { id: 8453 }] }])(
    '%j for the chains',
    async (answer) => {
      const service = serviceOf({ chains: [answer] });
      await expect(service.prepareWithdrawal({ ...terms, chainId: 8453 })).rejects.toThrow(
        expect.objectContaining({ code: 'UNSUPPORTED_CHAIN' }),
      );
    },
  );

  it.each([
    { id: '8453', protocol: { v2: { chainId: 'base' } } },
    { id: 8453, protocol: null },
    { id: 8453, protocol: { v2: null } },
    { id: 8453, protocol: { v2: { chainId: 7 } } },
  ])('%j is no chain', async (chain) => {
    const service = serviceOf({ chains: [{ chains: [chain] }] });
    await expect(service.prepareWithdrawal({ ...terms, chainId: 8453 })).rejects.toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_CHAIN' }),
    );
  });
});

describe('the one signature of a claim', () => {
  const claims = (answer: unknown, amount?: string) =>
    serviceOf({ appFeeClaim: [answer], status: [claimStatus] }).claimAppFees(
      { ...claimTerms, amount },
      { executor },
    );

  it('is taken where each part is there', async () => {
    await expect(claims(claimAnswer())).resolves.toMatchObject({ claimId: id });
    await expect(claims(claimAnswer(), '7')).resolves.toMatchObject({ claimId: id });
  });

  it.each([
    ['two items', claimAnswer({}, 2), 'a step that is no signature'],
    ['no item', claimAnswer({}, 0), 'a step that is no signature'],
    ['no list of items', claimAnswer({ step: { items: 'none' } }), 'a step that is no signature'],
    [
      'a transaction',
      claimAnswer({ step: { kind: 'transaction' } }),
      'a step that is no signature',
    ],
    [
      'typed data',
      claimAnswer({ sign: { signatureKind: 'eip712' } }),
      'a step that is no signature',
    ],
    ['no message', claimAnswer({ sign: { message: 7 } }), 'a step that is no signature'],
    ['an id with more before it', claimAnswer({ id: `0x${id}` }), 'no id of the claim'],
    ['an id with more behind it', claimAnswer({ id: `${id}00` }), 'no id of the claim'],
    ['a number for an id', claimAnswer({ id: 7 }), 'no id of the claim'],
    ['an amount of nothing', claimAnswer({ claim: { amount: '0' } }), 'no amount'],
    ['a number for an amount', claimAnswer({ claim: { amount: 7 } }), 'no amount'],
    ['an amount with a sign', claimAnswer({ claim: { amount: '-7' } }), 'no amount'],
    ['an amount with a fraction', claimAnswer({ claim: { amount: '7.5' } }), 'no amount'],
    ['no end', claimAnswer({ claim: { expiresAt: null } }), 'no time at which it ends'],
    ['half a second', claimAnswer({ claim: { expiresAt: expiresAt + 0.5 } }), 'no time at which'],
    ['an end in words', claimAnswer({ claim: { expiresAt: 'soon' } }), 'no time at which it ends'],
    ['other bytes', claimAnswer({ claim: { amount: '8' } }), 'bytes that do not stand for'],
  ])('%s: refused', async (_, answer, message) => {
    await expect(claims(answer)).rejects.toThrow(`The service answered a claim with ${message}`);
  });

  it('may end a day ahead, and not a second more', async () => {
    const endingAt = (end: number) => {
      const claim = { ...claimTerms, claimId: id, amount: '7', expiresAt: end };
      return claimAnswer({
        claim: { expiresAt: end },
        sign: { message: bytesToHex(claimDigest(claim)) },
      });
    };
    await expect(claims(endingAt(nowSeconds + 86_400))).resolves.toMatchObject({ claimId: id });
    await expect(claims(endingAt(nowSeconds + 86_401))).rejects.toThrow('more than a day ahead');
  });

  it('needs a wallet that signs, and asks nobody else before', async () => {
    const service = serviceOf({ appFeeClaim: [claimAnswer()] });
    await expect(service.claimAppFees(claimTerms, { executor: { vm: 'bitcoin' } })).rejects.toThrow(
      'The wallet of bitcoin signs no claims.',
    );
    expect(service.asked).toEqual([]);
    await expect(
      service.claimAppFees(claimTerms, {} as Parameters<typeof service.claimAppFees>[1]),
    ).rejects.toThrow('executor');
  });
});

describe('what is asked', () => {
  it('names the page of the claims where one is asked for', async () => {
    const page = { claims: [], continuation: 'next' };
    const service = serviceOf({ appFeeClaims: [page] });
    expect(await service.getAppFeeClaims(wallet)).toBe(page);
    await service.getAppFeeClaims(wallet, { limit: 3, continuation: 'next' });
    expect(service.asked.map(([name, { params, query }]) => ({ name, params, query }))).toEqual([
      { name: 'appFeeClaims', params: { wallet }, query: {} },
      { name: 'appFeeClaims', params: { wallet }, query: { limit: 3, continuation: 'next' } },
    ]);
  });

  it('names the owner and the page of the balances', async () => {
    const page = { balances: [] };
    const service = serviceOf({ withdrawalBalances: [page] });
    const owner = { owner: wallet, ownerChainId: 8453 };
    expect(await service.getWithdrawalBalances(owner)).toBe(page);
    await service.getWithdrawalBalances({ ...owner, limit: 3, continuation: 'next' });
    const query = { recoveryAddress: wallet, ownerChainId: '8453' };
    expect(service.asked.map(([, asked]) => asked.query)).toEqual([
      query,
      { ...query, limit: '3', continuation: 'next' },
    ]);
  });

  it('names the job whose status is read', async () => {
    const service = serviceOf({ withdrawalStatus: [ended] });
    expect(await service.getWithdrawalStatus('job-1')).toBe(ended);
    expect(service.asked[0]?.[1].query).toEqual({ id: 'job-1' });
  });

  it('lacks no member that decides who is paid', async () => {
    const service = serviceOf({});
    for (const name of ['wallet', 'chainId', 'currency', 'recipient'])
      await expect(
        service.claimAppFees({ ...claimTerms, [name]: undefined }, { executor }),
      ).rejects.toThrow(name);
    for (const name of ['owner', 'ownerChainId'])
      await expect(
        service.getWithdrawalBalances({ owner: wallet, ownerChainId: 1, [name]: undefined }),
      ).rejects.toThrow(name);
    await expect(
      service.withdraw(terms, {} as Parameters<typeof service.withdraw>[1]),
    ).rejects.toThrow('executor');
    expect(service.asked).toEqual([]);
  });
});

describe('waiting for the end', () => {
  it('looks as often as it was told to, and says that the claim goes on', async () => {
    const service = serviceOf({
      appFeeClaim: [claimAnswer()],
      status: [{ ...claimStatus, status: 'pending' }],
    });
    const stages: string[] = [];
    await expect(
      service.claimAppFees(claimTerms, {
        executor,
        pollMs: 0,
        pollsMax: 3,
        onProgress: ({ stage }) => stages.push(stage),
      }),
    ).rejects.toThrow(`Claim ${id} is not over yet. It goes on; ask for its status again.`);
    expect(stages).toEqual(['prepared', 'signed', 'started', 'status', 'status', 'status']);
  });

  it.each(['success', 'failure'])('ends with %s', async (state) => {
    const open = { ...claimStatus, status: 'pending' };
    const over = { ...claimStatus, status: state };
    const service = serviceOf({ appFeeClaim: [claimAnswer()], status: [open, over] });
    const status = await service.claimAppFees(claimTerms, { executor, pollMs: 0 });
    expect(status).toEqual({ claimId: id, status: over });
  });

  it('looks as often at a withdrawal, and says that it goes on', async () => {
    const service = serviceOf({
      withdrawalRequest: [prepared, { jobId: 'job-1' }],
      withdrawalStatus: [{ ...ended, status: 'pending' }],
    });
    await expect(service.withdraw(terms, { executor, pollMs: 0, pollsMax: 2 })).rejects.toThrow(
      'Withdrawal job-1 is not over yet. It goes on; ask for its status again.',
    );
    expect(service.asked.filter(([name]) => name === 'withdrawalStatus')).toHaveLength(2);
  });

  it('is over in three states', () => {
    const over = (['pending', 'executed', 'expired', 'failed'] as const).filter((status) =>
      isWithdrawalOver({ status } as Parameters<typeof isWithdrawalOver>[0]),
    );
    expect(over).toEqual(['executed', 'expired', 'failed']);
  });
});

it('writes canonical text: names in order, nothing that is undefined, everything else as JSON', () => {
  expect(canonicalJson({ b: [1, null, { d: 'x', c: true }], a: undefined, A: '"' })).toBe(
    '{"A":"\\"","b":[1,null,{"c":true,"d":"x"}]}',
  );
});
