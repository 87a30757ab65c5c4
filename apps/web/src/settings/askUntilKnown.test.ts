import { expect, it } from 'vitest';
import { askUntilKnown } from './askUntilKnown.js';

it('a service that is away is asked until it answers', async () => {
  const answers = [
    () => Promise.reject(new Error('away')),
    () => Promise.resolve(new Response('busy', { status: 503 })),
    () => Promise.resolve(new Response('{}')),
  ];
  const answer = await askUntilKnown(() => answers.shift()!(), 1);
  expect(await answer.text()).toBe('{}');
  expect(answers).toEqual([]);
});

it('one that has no settings has answered', async () => {
  const answer = await askUntilKnown(() => Promise.resolve(new Response('', { status: 404 })), 1);
  expect(answer.ok).toBe(false);
});
