import { isPortageError, PortageError, type Quote, type Step } from '@portage/core';
import { alteredTransaction, type Submission } from '@portage/core/executor';
import { describe, expect, it } from 'vitest';
import {
  amount,
  chains,
  depositStep,
  makeExecutor,
  makeQuote,
  minimumOutput,
  request,
  requestId,
  stranger,
  txIdOf,
  usdc,
  user,
  type WalletScript,
} from '../../test/fixtures.js';
import {
  startService,
  type Answer,
  type Heard,
  type ScriptedService,
  type Stream,
} from '../../test/startService.js';
import { createClient, type Client } from '../createClient.js';
import type { ExecuteOptions } from '../execution/executeOptions.js';
import type { Progress } from '../progress/progress.js';
import { execute } from './execute.js';
import { resume } from './resume.js';

interface Scene {
  readonly client: Client;
  readonly service: ScriptedService;
  readonly streams: Stream[];
}

type StatusScript = (answer: Answer, heard: Heard) => void;

/**
 * A service that knows the chains, takes notices of transactions, and answers status questions as
 * told.
 */
async function scene(
  onStatus: StatusScript,
  others: Record<string, StatusScript> = {},
): Promise<Scene> {
  const streams: Stream[] = [];
  const service = await startService((heard, answer) => {
    const other = others[heard.path];
    if (other !== undefined) {
      other(answer, heard);
      return;
    }
    if (heard.path === '/chains') {
      answer.json(200, { chains });
      return;
    }
    if (heard.path === '/transactions/index') {
      answer.json(404, { message: 'not yet', errorCode: 'UNKNOWN_TRANSACTION' });
      return;
    }
    // Without a stream the answer ends: nothing is paid yet.
    const isPlain = heard.headers.accept !== 'text/event-stream';
    onStatus(isPlain ? { ...answer, stream: () => waiting(answer) } : answer, heard);
  });
  return { client: createClient({ baseUrl: service.url, pollMs: 10 }), service, streams };
}

function waiting(answer: Answer): Stream {
  answer.json(200, status('waiting', { inTxHashes: [] }));
  const nothing = (): void => undefined;
  return { send: nothing, write: nothing, end: nothing, cut: nothing };
}

function status(word: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    requestId,
    status: word,
    inTxHashes: [txIdOf('deposit')],
    txHashes: word === 'success' ? ['0xf1'] : [],
    updatedAt: 1,
    failReason: 'N/A',
    refundFailReason: 'N/A',
    ...more,
  };
}

const push =
  (...words: string[]): StatusScript =>
  (answer) => {
    const stream = answer.stream();
    for (const word of words)
      stream.send(status(word, word === 'success' ? { amountOut: '990000' } : {}));
  };

async function run(
  client: Client,
  wallet: WalletScript = {},
  options: Partial<ExecuteOptions> = {},
) {
  const executor = makeExecutor(wallet);
  const states: Progress[] = [];
  const quote = options.quote ?? (await makeQuote());
  const result = execute(client, {
    request,
    minAmountOut: minimumOutput,
    executors: [executor],
    onProgress: (progress) => void states.push(progress),
    ...options,
    quote,
  } as ExecuteOptions); // Any of the options may be replaced by what a test is about.
  return { result, executor, states, quote };
}

async function faultOf(result: Promise<unknown>): Promise<PortageError> {
  const error: unknown = await result.then(
    () => new Error('it did not fail'),
    (fault: unknown) => fault,
  );
  if (!isPortageError(error)) throw error;
  return error;
}

/** Progress as another process reads it from disk. */
function stored(progress: unknown): Progress {
  return JSON.parse(JSON.stringify(progress)) as Progress;
}

const itemStates = (progress: Progress): string[] =>
  progress.steps.flatMap((step) => step.items.map((item) => item.state));

describe('execute', () => {
  it('approves, pays, tells the service and waits for the fill', async () => {
    const { client, service } = await scene(push('waiting', 'pending', 'submitted', 'success'));
    const { result, executor, states, quote } = await run(client);
    const before = structuredClone(quote);
    expect(await result).toMatchObject({
      status: 'success',
      requestId,
      amountOut: '990000',
      txHashes: ['0xf1'],
      inTxHashes: [txIdOf('approve'), txIdOf('deposit')],
    });
    expect(executor.submitted).toEqual(['approve', 'deposit']);
    expect(quote).toEqual(before);
    expect(
      states
        .map(itemStates)
        .map((items) => items.join(' '))
        .filter((items, index, all) => items !== all[index - 1]),
    ).toMatchInlineSnapshot(`
      [
        "waiting waiting",
        "submitting waiting",
        "submitted waiting",
        "confirming waiting",
        "checking waiting",
        "complete waiting",
        "complete submitting",
        "complete submitted",
        "complete confirming",
        "complete checking",
        "complete complete",
      ]
    `);
    expect(states.at(-1)).toMatchObject({
      state: 'success',
      amountOut: '990000',
      status: { status: 'success' },
    });
    const notices = service.heard.filter((heard) => heard.path === '/transactions/index');
    expect(notices.map((heard) => JSON.parse(heard.body) as unknown)).toEqual([
      { chainId: '8453', txHash: txIdOf('deposit'), requestId },
    ]);
    await expect.poll(() => service.unfinished()).toBe(0);
  });

  it('does not ask the wallet for what is there already', async () => {
    const { client } = await scene(push('success'));
    const { result, executor } = await run(client, { isDone: async (to) => to === usdc.base });
    expect(await result).toMatchObject({ status: 'success' });
    expect(executor.submitted).toEqual(['deposit']);
  });

  it('asks the wallet where it cannot be found out whether something is there', async () => {
    const { client } = await scene(push('success'));
    const { result, executor } = await run(client, {
      isDone: async () => {
        throw new Error('endpoint is down');
      },
    });
    expect(await result).toMatchObject({ status: 'success' });
    expect(executor.submitted).toEqual(['approve', 'deposit']);
  });

  it('takes the word of the service even when the chain endpoint never shows the deposit', async () => {
    const { client } = await scene(push('success'));
    const { result } = await run(client, {
      confirm: (submission) =>
        submission.type === 'transaction' && submission.txId === txIdOf('deposit')
          ? new Promise(() => undefined)
          : Promise.resolve(),
    });
    expect(await result).toMatchObject({ status: 'success' });
  });

  it('does not take a failing chain endpoint for a failing transaction', async () => {
    const { client } = await scene((answer) => {
      const stream = answer.stream();
      stream.send(status('waiting'));
      setTimeout(() => stream.send(status('success')), 30);
    });
    const { result } = await run(client, {
      confirm: async (submission) => {
        if (submission.type === 'transaction' && submission.txId === txIdOf('deposit'))
          throw new PortageError('RPC_HTTP_ERROR');
      },
    });
    expect(await result).toMatchObject({ status: 'success' });
  });

  it('fails at once on a reverted deposit, and pays again only with consent', async () => {
    const { client, service } = await scene(push('waiting'));
    const { result } = await run(client, {
      confirm: async (submission) => {
        if (submission.type === 'transaction' && submission.txId === txIdOf('deposit'))
          throw new PortageError('TRANSACTION_REVERTED');
      },
    });
    const fault = await faultOf(result);
    expect(fault.code).toBe('TRANSACTION_REVERTED');
    await expect.poll(() => service.unfinished()).toBe(0);
    const progress = stored(fault.context['progress']);
    expect(itemStates(progress)).toEqual(['complete', 'failed']);
    const again = await run(client, {}, { progress });
    expect((await faultOf(again.result)).code).toBe('TRANSACTION_REVERTED');
    expect(again.executor.submitted).toEqual([]);
    const paying = await scene(push('success'));
    const consented = await run(paying.client, {}, { progress, resubmit: true });
    expect(await consented.result).toMatchObject({ status: 'success' });
    expect(consented.executor.submitted).toEqual(['deposit']);
  });

  it.each([
    ['refund', 'refund', 'refunded', 'REQUEST_REFUNDED'],
    ['failure', 'failure', 'failed', 'REQUEST_FAILED'],
  ])(
    'answers a %s as a result (errors#REQUEST_FAILED, errors#REQUEST_REFUNDED)',
    async (word, outcome, state, code) => {
      const { client } = await scene((answer) =>
        answer.stream().send(status(word, { failReason: 'TTL_EXPIRED', txHashes: ['0xf2'] })),
      );
      const { result, states } = await run(client);
      expect(await result).toMatchObject({
        status: outcome,
        failReason: 'TTL_EXPIRED',
        txHashes: ['0xf2'],
      });
      const last = states.at(-1)!;
      expect(last.state).toBe(state);
      expect(last.steps.at(-1)!.items.at(-1)).toMatchObject({ state: 'failed', error: { code } });
    },
  );

  it('refuses a tampered quote before the wallet is asked', async () => {
    const { client, service } = await scene(push('success'));
    const quote = structuredClone(await makeQuote());
    quote.steps[1] = depositStep({ orderId: quote.protocol.v2!.orderId, to: stranger });
    const { result, executor } = await run(client, {}, { quote });
    expect(await faultOf(result)).toMatchObject({
      code: 'QUOTE_VERIFICATION_FAILED',
      context: { check: 'depository' },
    });
    expect(executor.submitted).toEqual([]);
    expect(service.heard.map((heard) => heard.path)).toEqual(['/chains']);
  });

  it.each<[string, Partial<ExecuteOptions>, string]>([
    ['too little comes out', { minAmountOut: minimumOutput + 1n }, 'PRICE_MOVED'],
    ['too much goes in', { maxAmountIn: amount - 1n }, 'PRICE_MOVED'],
    ['nothing bounds the price', { minAmountOut: undefined }, 'PRICE_UNBOUNDED'],
    ['a bound is no amount', { minAmountOut: '' }, 'QUOTE_VERIFICATION_FAILED'],
    [
      'unverified, too little comes out',
      { verify: false, minAmountOut: minimumOutput + 1n },
      'PRICE_MOVED',
    ],
  ])('asks no wallet where %s', async (_, options, code) => {
    const { client } = await scene(push('success'));
    const { result, executor } = await run(client, {}, options);
    expect((await faultOf(result)).code).toBe(code);
    expect(executor.submitted).toEqual([]);
  });

  it('shows the verified quote before the wallet is asked, but not once all is signed', async () => {
    const slow = await scene(push('pending'));
    const shown: number[] = [];
    const { executor, result } = await run(
      slow.client,
      {},
      {
        minAmountOut: undefined,
        onQuote: () => void shown.push(executor.submitted.length),
        timeoutMs: 400,
      },
    );
    const progress = stored((await faultOf(result)).context['progress']);
    expect(shown).toEqual([0]);
    const { client } = await scene(push('success'));
    // A paid quote is awaited, whatever the price.
    const again = await run(client, {}, { progress, minAmountOut: minimumOutput + 1n });
    expect(await again.result).toMatchObject({ status: 'success' });
  });

  it('V6: refuses a check on another host even without verification', async () => {
    const { client } = await scene(push('success'));
    const quote = structuredClone(await makeQuote());
    quote.steps[1]!.items[0]!.check!.endpoint = 'http://evil.example/status';
    const { result } = await run(client, {}, { quote, verify: false });
    expect((await faultOf(result)).code).toBe('INVALID_RESPONSE');
  });

  it('says when nobody can perform a step', async () => {
    const { client } = await scene(push('success'));
    const { result } = await run(client, {}, { executors: [], verify: false });
    expect((await faultOf(result)).code).toBe('NO_EXECUTOR');
  });

  it('hands on a rejection, after which the wallet may be asked again', async () => {
    const { client } = await scene(push('success'));
    const { result } = await run(client, {
      submit: async (stepId) => {
        if (stepId === 'deposit') throw new PortageError('WALLET_REJECTED');
        return { type: 'transaction', chainId: 8453, txId: txIdOf(stepId) };
      },
    });
    const fault = await faultOf(result);
    expect(fault.code).toBe('WALLET_REJECTED');
    const again = await run(client, {}, { progress: stored(fault.context['progress']) });
    expect(await again.result).toMatchObject({ status: 'success' });
    expect(again.executor.submitted).toEqual(['deposit']);
  });

  it('ends at its bound with a progress that another process goes on with', async () => {
    const slow = await scene(push('pending'));
    const { result } = await run(slow.client, {}, { timeoutMs: 500 });
    const fault = await faultOf(result);
    expect(fault.code).toBe('EXECUTION_TIMED_OUT');
    await expect.poll(() => slow.service.unfinished()).toBe(0);
    const progress = stored(fault.context['progress']);
    expect(progress).toMatchObject({
      state: 'aborted',
      reason: 'timeout',
      inTxHashes: [txIdOf('approve'), txIdOf('deposit')],
    });
    const { client } = await scene(push('success'));
    const again = await run(client, {}, { progress });
    expect(await again.result).toMatchObject({
      status: 'success',
      inTxHashes: [txIdOf('approve'), txIdOf('deposit')],
    });
    expect(again.executor.submitted).toEqual([]);
  });

  it.each(['chains', 'wallet', 'confirm', 'check'])(
    'stops when it is aborted while it waits for %s, and leaves nothing open',
    async (phase) => {
      const { client, service } = await scene(
        push('pending'),
        phase === 'chains' ? { '/chains': () => undefined } : {},
      );
      const controller = new AbortController();
      const forever = new Promise<never>(() => undefined);
      const { result } = await run(
        client,
        {
          ...(phase === 'wallet' ? { submit: () => forever } : {}),
          ...(phase === 'confirm' ? { confirm: () => forever } : {}),
        },
        { signal: controller.signal },
      );
      setTimeout(() => controller.abort(new Error('changed my mind')), 40);
      const fault = await faultOf(result);
      expect(fault.code).toBe('EXECUTION_ABORTED');
      expect(stored(fault.context['progress'])).toMatchObject({
        state: 'aborted',
        reason: 'signal',
      });
      // The list of chains is shared by all users of a client, so its question is not taken back.
      if (phase !== 'chains') await expect.poll(() => service.unfinished()).toBe(0);
    },
  );

  it('stops when what hears the progress throws', async () => {
    const { client } = await scene(push('success'));
    const { result, executor } = await run(
      client,
      {},
      {
        onProgress: (progress) => {
          if (itemStates(progress)[1] === 'submitting') throw new Error('disk full');
        },
      },
    );
    await expect(result).rejects.toThrow('disk full');
    expect(executor.submitted).toEqual(['approve']);
  });

  it('is done at once with a progress that has ended', async () => {
    const { client, service } = await scene(push('success'));
    const { states, result } = await run(client);
    await result;
    const before = service.heard.length;
    const again = await run(client, {}, { progress: stored(states.at(-1)) });
    expect(await again.result).toMatchObject({ status: 'success', txHashes: ['0xf1'] });
    expect(service.heard).toHaveLength(before);
  });

  it('refuses the progress of another quote', async () => {
    const { client } = await scene(push('success'));
    const { states, result } = await run(client);
    await result;
    const again = await run(client, {}, { progress: { ...states[0]!, requestId: '0x00' } });
    expect((await faultOf(again.result)).code).toBe('INVALID_REQUEST');
  });
});

describe('execute of a quote that is not to be paid', () => {
  it.each(['depositing', 'pending', 'success', 'refund', 'failure'])(
    'asks no wallet once the service says %s',
    async (word) => {
      const { client } = await scene((answer) => answer.json(200, status(word)));
      const { result, executor } = await run(client);
      expect(await faultOf(result)).toMatchObject({ code: 'ALREADY_PAID', context: { requestId } });
      expect(executor.submitted).toEqual([]);
      // Consent to send again is none to pay what is paid.
      const again = await run(client, {}, { resubmit: true });
      expect((await faultOf(again.result)).code).toBe('ALREADY_PAID');
    },
  );

  it('executes a quote once at a time, and again after a failure', async () => {
    const { client } = await scene(push('success'));
    const [first, second] = await Promise.all([
      run(client, { submit: () => Promise.reject(new PortageError('WALLET_REJECTED')) }),
      run(client),
    ]);
    expect((await faultOf(second.result)).code).toBe('ALREADY_PAID');
    expect((await faultOf(first.result)).code).toBe('WALLET_REJECTED');
    expect(second.executor.submitted).toEqual([]);
    expect(await (await run(client)).result).toMatchObject({ status: 'success' });
  });

  it('refuses a quote whose time is over, at every prompt', async () => {
    const { client } = await scene(push('success'));
    const quote = await makeQuote();
    const expired = await run(client, {}, { quote: { ...quote, expiresAt: Date.now() - 1 } });
    expect((await faultOf(expired.result)).code).toBe('QUOTE_EXPIRED');
    expect(expired.executor.submitted).toEqual([]);
    const slow = await run(
      client,
      { confirm: () => new Promise((resolve) => void setTimeout(resolve, 400)) },
      { quote: { ...quote, expiresAt: Date.now() + 300 } },
    );
    expect((await faultOf(slow.result)).code).toBe('QUOTE_EXPIRED');
    expect(slow.executor.submitted).toEqual(['approve']);
  });

  it('still waits for what was paid in time', async () => {
    const slow = await scene(push('pending'));
    const quote = { ...(await makeQuote()), expiresAt: Date.now() + 400 };
    const { result } = await run(slow.client, {}, { quote, timeoutMs: 500 });
    const progress = stored((await faultOf(result)).context['progress']);
    const { client } = await scene(push('success'));
    const again = await run(client, {}, { quote, progress });
    expect(await again.result).toMatchObject({ status: 'success' });
  });
});

describe('execute after a crash', () => {
  async function crashedWhile(state: 'submitting' | 'submitted' | 'confirming'): Promise<Progress> {
    const { client } = await scene(push('success'));
    const { states, result } = await run(client);
    await result;
    return stored(states.find((progress) => itemStates(progress)[1] === state));
  }

  it.each(['submitted', 'confirming'] as const)(
    'does not pay again when the deposit was %s',
    async (state) => {
      const { client } = await scene(push('success'));
      const { result, executor } = await run(client, {}, { progress: await crashedWhile(state) });
      expect(await result).toMatchObject({ status: 'success' });
      expect(executor.submitted).toEqual([]);
    },
  );

  it('goes on without the transaction id when the service has seen the payment', async () => {
    const { client } = await scene((answer, heard) =>
      heard.headers.accept === 'text/event-stream'
        ? push('pending', 'success')(answer, heard)
        : answer.json(200, status('pending')),
    );
    const { result, executor } = await run(
      client,
      {},
      { progress: await crashedWhile('submitting') },
    );
    expect(await result).toMatchObject({
      status: 'success',
      inTxHashes: [txIdOf('approve'), txIdOf('deposit')],
    });
    expect(executor.submitted).toEqual([]);
  });

  it('V4: asks for consent when nobody knows whether the wallet paid', async () => {
    const progress = await crashedWhile('submitting');
    const { client } = await scene((answer) =>
      answer.json(200, status('waiting', { inTxHashes: [] })),
    );
    const { result, executor } = await run(client, {}, { progress });
    expect((await faultOf(result)).code).toBe('SUBMISSION_UNKNOWN');
    expect(executor.submitted).toEqual([]);
    const paying = await scene(push('success'));
    const consented = await run(paying.client, {}, { progress, resubmit: true });
    expect(await consented.result).toMatchObject({ status: 'success' });
    expect(consented.executor.submitted).toEqual(['deposit']);
  });

  it('asks for consent after a fault of the wallet, too', async () => {
    const { client } = await scene((answer) =>
      answer.json(200, status('waiting', { inTxHashes: [] })),
    );
    const { result } = await run(client, {
      submit: async (stepId) => {
        if (stepId === 'deposit') throw new PortageError('WALLET_ERROR');
        return { type: 'transaction', chainId: 8453, txId: txIdOf(stepId) };
      },
    });
    const progress = stored((await faultOf(result)).context['progress']);
    const again = await run(client, {}, { progress });
    expect((await faultOf(again.result)).code).toBe('SUBMISSION_UNKNOWN');
  });

  it('approves again without asking: that changes nothing', async () => {
    const { client } = await scene(push('success'));
    const first = await run(client);
    await first.result;
    const progress = stored(first.states.find((state) => itemStates(state)[0] === 'submitting'));
    const { result, executor } = await run(client, {}, { progress });
    expect(await result).toMatchObject({ status: 'success' });
    expect(executor.submitted).toEqual(['approve', 'deposit']);
  });
});

describe('what a wallet says of a payment', () => {
  /** A service whose plain answers say one word and whose streams say others. */
  const says = (word: string, ...words: string[]): StatusScript => {
    const inTxHashes = word === 'waiting' || word === 'expired' ? [] : undefined;
    const plain = status(word, inTxHashes === undefined ? {} : { inTxHashes });
    return (answer, heard) =>
      heard.headers.accept === 'text/event-stream'
        ? push(...words)(answer, heard)
        : answer.json(200, plain);
  };
  const isDeposit = (submission: Submission): boolean =>
    submission.type === 'transaction' && submission.txId === txIdOf('deposit');

  it.each(['TRANSACTION_CANCELLED', 'TRANSACTION_EXPIRED', 'TRANSACTION_REVERTED'] as const)(
    'does not end one that the service has seen (%s)',
    async (code) => {
      let isSent = false;
      let tell: () => void = () => undefined;
      const walletSpoke = new Promise<void>((resolve) => (tell = resolve));
      const { client } = await scene((answer, heard) => {
        if (heard.headers.accept !== 'text/event-stream')
          answer.json(200, status(isSent ? 'pending' : 'waiting'));
        else void walletSpoke.then(() => answer.stream().send(status('success')));
      });
      const { result } = await run(client, {
        confirm: async (submission) => {
          if (!isDeposit(submission)) return;
          isSent = true;
          tell();
          throw new PortageError(code);
        },
      });
      expect(await result).toMatchObject({ status: 'success' });
    },
  );

  const alter = (submission: Submission): Promise<void> =>
    isDeposit(submission)
      ? Promise.reject(
          alteredTransaction(txIdOf('deposit'), [
            { member: 'recipient', verified: '0x11', sent: '0x66' },
          ]),
        )
      : Promise.resolve();

  it('that is not what was verified is said at once, and never paid again', async () => {
    // The service still waits, or says that it is under way: nobody is asked.
    for (const word of ['waiting', 'pending']) {
      let isSent = false;
      const { client } = await scene((answer, heard) => {
        if (heard.headers.accept === 'text/event-stream') push(word)(answer, heard);
        else answer.json(200, status(isSent ? word : 'waiting', isSent ? {} : { inTxHashes: [] }));
      });
      const { result } = await run(client, {
        confirm: async (submission) => {
          isSent = isDeposit(submission);
          await alter(submission);
        },
      });
      const error = await faultOf(result);
      expect(error).toMatchObject({ code: 'TRANSACTION_ALTERED', retryable: false });
      expect(error.hint).toContain('Do not pay again');
      const progress = stored(error.context['progress']);
      expect(progress).toMatchObject({ state: 'failed', error: { code: 'TRANSACTION_ALTERED' } });
      const again = await run(client, { confirm: alter }, { progress, resubmit: true });
      await expect(again.result).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:TRANSACTION_ALTERED|ALREADY_PAID)$/) as string,
      });
      expect(again.executor.submitted).toEqual([]);
    }
  });

  it('that is not what was verified is no reason to send another one after a crash', async () => {
    const { client } = await scene(says('waiting', 'waiting'));
    const cancelled = await run(client, {
      confirm: async (submission) => {
        if (isDeposit(submission)) throw new PortageError('TRANSACTION_CANCELLED');
      },
    });
    const progress = stored((await faultOf(cancelled.result)).context['progress']);
    const { result, executor } = await run(
      client,
      { confirm: alter },
      { progress, resubmit: true },
    );
    await expect(result).rejects.toMatchObject({ code: 'TRANSACTION_ALTERED' });
    expect(executor.submitted).toEqual([]);
  });

  it('is marked by what came of reading it back, for this process and the next', async () => {
    const { client } = await scene(push('waiting', 'success'));
    const { result } = await run(client, {
      confirm: (_, context) => Promise.resolve(context.onCompared?.('unclear')),
    });
    const { progress } = await result;
    const marked = { items: [{ submission: { comparison: 'unclear' } }] };
    expect(progress.steps).toMatchObject([marked, marked]);
  });

  it('is no reason to pay twice, with consent either, once the service or the chain has seen it', async () => {
    const { client } = await scene(says('waiting', 'waiting'));
    const cancelled = await run(client, {
      confirm: async (submission) => {
        if (isDeposit(submission)) throw new PortageError('TRANSACTION_CANCELLED');
      },
    });
    const progress = stored((await faultOf(cancelled.result)).context['progress']);
    const serviceKnows = await scene(says('pending', 'success'));
    const first = await run(serviceKnows.client, {}, { progress, resubmit: true });
    expect(await first.result).toMatchObject({ status: 'success' });
    expect(first.executor.submitted).toEqual([]);
    const chainKnows = await scene(says('waiting', 'success'));
    const second = await run(chainKnows.client, {}, { progress, resubmit: true });
    expect(await second.result).toMatchObject({ status: 'success' });
    expect(second.executor.submitted).toEqual([]);
    const nobodyKnows = await scene(says('waiting', 'success'));
    const refuse = (submission: Submission): Promise<void> =>
      isDeposit(submission) && third.executor.submitted.length === 0
        ? Promise.reject(new PortageError('TRANSACTION_CANCELLED'))
        : Promise.resolve();
    const third = await run(nobodyKnows.client, { confirm: refuse }, { progress, resubmit: true });
    expect(await third.result).toMatchObject({ status: 'success' });
    expect(third.executor.submitted).toEqual(['deposit']);
  });

  it('is no reason to pay twice after a crash, with consent either', async () => {
    const { client } = await scene(push('success'));
    const { states, result } = await run(client);
    await result;
    const progress = stored(states.find((state) => itemStates(state)[1] === 'submitting'));
    const paid = await scene(says('pending', 'success'));
    const again = await run(paid.client, {}, { progress, resubmit: true });
    expect(await again.result).toMatchObject({ status: 'success' });
    expect(again.executor.submitted).toEqual([]);
  });

  it('counts for nothing at the next prompt: the service is asked before each', async () => {
    let word = 'waiting';
    const { client } = await scene((answer) => answer.json(200, status(word)));
    const { result, executor } = await run(client, {
      // While the approval is awaited the deposit is paid elsewhere.
      confirm: async () => void (word = 'pending'),
    });
    expect((await faultOf(result)).code).toBe('ALREADY_PAID');
    expect(executor.submitted).toEqual(['approve']);
  });

  it('ends the wait for a payment that never arrived, which may be paid again', async () => {
    const { client } = await scene(says('waiting', 'expired'));
    const forever = (submission: Submission): Promise<void> =>
      isDeposit(submission) ? new Promise(() => undefined) : Promise.resolve();
    let looks = 0;
    const { result } = await run(client, {
      confirm: forever,
      // Held back by a private relay, then dropped.
      isKnown: async () => (looks += 1) < 3,
    });
    expect(await faultOf(result)).toMatchObject({
      code: 'TRANSACTION_EXPIRED',
      message: expect.stringContaining('never arrived') as string,
      hint: 'Ask for a new quote and pay that one.',
    });
    expect(looks).toBe(4);
  });

  it.each([
    ['knows it', () => Promise.resolve(true)],
    ['cannot tell', () => Promise.reject(new Error('down'))],
  ])('goes on waiting while an endpoint %s', async (_, isKnown) => {
    const { client } = await scene(says('waiting', 'expired'));
    const { result } = await run(
      client,
      {
        confirm: (sent) => (isDeposit(sent) ? new Promise(() => undefined) : Promise.resolve()),
        isKnown,
      },
      { timeoutMs: 400 },
    );
    expect((await faultOf(result)).code).toBe('EXECUTION_TIMED_OUT');
  });
});

describe('execute with other kinds of steps', () => {
  const signatureStep = (more: Record<string, unknown> = {}): Step => ({
    id: 'authorize1',
    action: 'Sign',
    description: 'Sign a permit',
    kind: 'signature',
    requestId,
    items: [
      {
        status: 'incomplete',
        data: {
          from: user,
          to: user,
          data: '0x',
          value: '0',
          chainId: 8453,
          post: {
            endpoint: '/execute/permits',
            method: 'POST',
            body: { kind: 'eip3009', requestId },
          },
          ...more,
        },
        check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
      },
    ],
  });
  const signer: WalletScript = {
    submit: async (stepId) =>
      stepId === 'authorize1'
        ? { type: 'signature', signature: '0x5161' }
        : { type: 'transaction', chainId: 8453, txId: txIdOf(stepId) },
  };

  it('posts a signature and waits for the check', async () => {
    const { client, service } = await scene(push('success'), {
      '/execute/permits': (answer) => answer.json(200, { message: 'ok' }),
    });
    const { result } = await run(client, signer, {
      quote: { ...(await makeQuote()), steps: [signatureStep()] },
      verify: false,
    });
    expect(await result).toMatchObject({ status: 'success' });
    const posted = service.heard.find((heard) => heard.path === '/execute/permits')!;
    expect(posted.query.get('signature')).toBe('0x5161');
    expect(JSON.parse(posted.body)).toEqual({ kind: 'eip3009', requestId });
  });

  it('posts a signature again whose post was not answered', async () => {
    const quote: Quote = { ...(await makeQuote()), steps: [signatureStep()] };
    const options: Partial<ExecuteOptions> = { quote, verify: false };
    const busy = await scene(push('success'), {
      '/execute/permits': (answer) => void answer.raw.destroy(),
    });
    const fault = await faultOf((await run(busy.client, signer, options)).result);
    expect(fault.code).toBe('HTTP_REQUEST_FAILED');
    const { client, service } = await scene(push('success'), {
      '/execute/permits': (answer) => answer.json(200, { message: 'ok' }),
    });
    const progress = stored(fault.context['progress']);
    const { result, executor } = await run(client, signer, { ...options, progress });
    expect(await result).toMatchObject({ status: 'success' });
    expect(executor.submitted).toEqual([]);
    const posted = service.heard.filter((heard) => heard.path === '/execute/permits');
    expect(posted.map(({ query }) => query.get('signature'))).toEqual(['0x5161']);
  });

  it('goes on with the steps that the service appends, in another process if need be', async () => {
    const quote = await makeQuote();
    const appended = [depositStep({ orderId: quote.protocol.v2!.orderId })];
    const others = {
      '/execute/permits': (answer: Answer) => answer.json(200, { message: 'ok', steps: appended }),
    };
    const first = await scene(push('success'), others);
    const options = { quote: { ...quote, steps: [signatureStep()] }, allowUnknownEffects: true };
    const { result, states } = await run(first.client, signer, options);
    expect(await result).toMatchObject({ status: 'success' });
    expect(states.at(-1)!.steps.map((step) => step.id)).toEqual(['authorize1', 'deposit']);
    const second = await scene(push('success'), others);
    const again = await run(second.client, signer, {
      ...options,
      progress: stored(states.find((progress) => progress.steps.length === 2)),
    });
    expect(await again.result).toMatchObject({ status: 'success' });
    expect(second.service.heard.some((heard) => heard.path === '/execute/permits')).toBe(false);
    expect(again.executor.submitted).toEqual(['deposit']);
  });

  it('judges appended steps like those of the quote', async () => {
    const quote = await makeQuote();
    const evil = [depositStep({ orderId: quote.protocol.v2!.orderId, to: stranger })];
    const { client } = await scene(push('success'), {
      '/execute/permits': (answer) => answer.json(200, { message: 'ok', steps: evil }),
    });
    const { result, executor } = await run(client, signer, {
      quote: { ...quote, steps: [signatureStep()] },
      allowUnknownEffects: true,
    });
    expect(await faultOf(result)).toMatchObject({
      code: 'QUOTE_VERIFICATION_FAILED',
      context: { check: 'depository' },
    });
    expect(executor.submitted).toEqual(['authorize1']);
  });

  it('hands all transactions to a wallet that takes them together', async () => {
    const { client } = await scene(push('success'));
    const claimed: string[][] = [];
    const { result, executor, states } = await run(client, {
      claimAll: async (items) => {
        claimed.push(items.map(({ step }) => step.id));
        const single = makeExecutor();
        return {
          effects: () => items.flatMap(({ item, step }) => single.claim(item, step)!.effects()),
          submit: async () => ({ type: 'transaction', chainId: 8453, txId: '0xb1' }),
        };
      },
    });
    expect(await result).toMatchObject({ status: 'success' });
    expect(claimed).toEqual([['approve', 'deposit']]);
    expect(executor.submitted).toEqual([]);
    expect(states.at(-1)!.inTxHashes).toContain('0xb1');
    expect(itemStates(states.at(-1)!)).toEqual(['complete', 'complete']);
  });

  it('runs the items of a step side by side, and one failure stops the others', async () => {
    const { client, service } = await scene(push('pending'));
    const quote = structuredClone(await makeQuote());
    const [item] = quote.steps[1]!.items;
    quote.steps = [{ ...quote.steps[1]!, items: [item!, structuredClone(item!)] }];
    let asked = 0;
    const { result } = await run(
      client,
      {
        submit: async (stepId) => {
          asked += 1;
          await new Promise((resolve) => setTimeout(resolve, 20));
          if (asked !== 2) throw new Error('items do not run side by side');
          return { type: 'transaction', chainId: 8453, txId: txIdOf(stepId) };
        },
        confirm: async () => {
          throw new PortageError('TRANSACTION_CANCELLED');
        },
      },
      { quote, verify: false },
    );
    expect((await faultOf(result)).code).toBe('TRANSACTION_CANCELLED');
    await expect.poll(() => service.unfinished()).toBe(0);
  });

  it('V5: follows a transaction that the wallet replaced', async () => {
    const { client, service } = await scene((answer) => {
      const stream = answer.stream();
      stream.send(status('waiting', { inTxHashes: [] }));
      setTimeout(() => stream.send(status('success', { inTxHashes: ['0xfa57'] })), 40);
    });
    const { result } = await run(client, {
      confirm: async (submission, context) => {
        if (submission.type === 'transaction' && submission.txId === txIdOf('deposit'))
          context.onReplaced('0xfa57');
      },
    });
    expect(await result).toMatchObject({
      status: 'success',
      inTxHashes: [txIdOf('approve'), txIdOf('deposit'), '0xfa57'],
    });
    const notices = service.heard
      .filter((heard) => heard.path === '/transactions/index')
      .map((heard) => (JSON.parse(heard.body) as { txHash: string }).txHash);
    expect(notices).toEqual([txIdOf('deposit'), '0xfa57']);
  });
});

describe('resume', () => {
  it('ends with the time of a request that nobody has paid as far as the service can see', async () => {
    const { client } = await scene((answer) =>
      answer.stream().send(status('expired', { inTxHashes: [] })),
    );
    expect(await faultOf(resume(client, { requestId }))).toMatchObject({
      code: 'QUOTE_EXPIRED',
      hint: expect.stringContaining('paid back') as string,
    });
  });

  it('waits for a request of which only the id is known', async () => {
    const { client } = await scene(push('pending', 'success'));
    expect(await resume(client, { requestId })).toMatchObject({
      status: 'success',
      amountOut: '990000',
      inTxHashes: [txIdOf('deposit')],
    });
  });

  it('says when the time is over, and when there is no such request', async () => {
    const { client, service } = await scene(push('pending'));
    expect((await faultOf(resume(client, { requestId, timeoutMs: 30 }))).code).toBe(
      'EXECUTION_TIMED_OUT',
    );
    await expect.poll(() => service.unfinished()).toBe(0);
    const other = await scene((answer) =>
      answer.json(404, { message: 'no', errorCode: 'UNKNOWN_REQUEST' }),
    );
    expect((await faultOf(resume(other.client, { requestId }))).code).toBe('UNKNOWN_REQUEST');
  });
});
