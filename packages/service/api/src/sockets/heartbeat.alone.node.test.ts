import { afterEach, expect, it, vi } from 'vitest';
import { idOf } from '../../test/createTestServer.js';
import { connectSocket } from '../../test/socketClient.js';
import { subscribed, useSocketServer } from '../../test/useSocketServer.js';

// Alone: it moves the timers of its process by half a minute.
const listen = useSocketServer();
const id = idOf(0x51);
afterEach(() => {
  vi.useRealTimers();
});

it('WS8: a connection is asked whether it lives, and ends where nobody answers or wants anything (websocket#heartbeat)', async () => {
  let time = 1_700_000_000_000;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { store, url, server } = await listen({ now: () => time });
  store.add(id);
  const [follower, silent] = [await subscribed(url, { id }), await subscribed(url, { id })];
  const idle = await connectSocket(url);
  silent.socket.pause();
  const pings = { follower: 0, idle: 0 };
  follower.socket.on('ping', () => (pings.follower += 1));
  idle.socket.on('ping', () => (pings.idle += 1));
  /** Seconds pass, with as many looks as the service takes in them. */
  const pass = (seconds: number): void => {
    for (let at = 0; at < seconds; at += 5) {
      time += 5_000;
      vi.advanceTimersByTime(5_000);
    }
  };
  pass(10);
  expect(pings).toEqual({ follower: 0, idle: 0 });
  for (const rounds of [1, 2]) {
    pass(rounds === 1 ? 5 : 15);
    await expect.poll(() => pings).toEqual({ follower: rounds, idle: rounds });
  }
  pass(10);
  expect(server.sockets()).toBe(3);
  pass(5);
  await expect.poll(() => server.sockets()).toBe(2);
  await expect.poll(() => pings).toEqual({ follower: 3, idle: 3 });
  pass(10);
  expect(idle.code()).toBeUndefined();
  pass(5);
  await expect.poll(() => idle.code()).toBe(1000);
  await expect.poll(() => pings.follower).toBe(4);
  expect(server.sockets()).toBe(1);
  silent.socket.terminate();
});
