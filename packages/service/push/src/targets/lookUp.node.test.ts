import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, it } from 'vitest';
import { createPublicLookUp } from './lookUp.js';

let server: Socket | undefined;

afterEach(() => {
  server?.close();
});

/** The name that a DNS question asks for. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at] !== 0; at += (question[at] ?? 0) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join('.');
}

/** An answer with one address of the asked kind, or with none. */
function answerTo(question: Buffer): Buffer {
  const isFour = question.readUInt16BE(question.indexOf(0, 12) + 1) === 1;
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(isFour ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = Buffer.from('c00c00010001000000000004c6336401', 'hex');
  return Buffer.concat([head, question.subarray(12, end), ...(isFour ? [record] : [])]);
}

it('PU21: a name server that hangs holds up its own hosts alone', async () => {
  const own = createSocket('udp4');
  server = own;
  own.on('message', (question, { port, address }) => {
    if (!nameIn(question).startsWith('slow')) own.send(answerTo(question), port, address);
  });
  const bound = new Promise<void>((resolve) => {
    own.bind(0, '127.0.0.1', resolve);
  });
  await bound;
  const lookUp = createPublicLookUp([`127.0.0.1:${String(own.address().port)}`]);
  let isSlowEnded = false;
  const slow = Array.from({ length: 32 }, (_, index) =>
    lookUp(`slow${String(index)}.example`).catch((error: unknown) => {
      isSlowEnded = true;
      return error;
    }),
  );
  expect(await lookUp('shop.example')).toEqual([{ address: '198.51.100.1', family: 4 }]);
  expect(isSlowEnded).toBe(false);
  expect(await Promise.all(slow)).toEqual(slow.map(() => expect.any(Error) as unknown));
});
