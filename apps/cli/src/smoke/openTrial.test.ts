import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTrial } from './openTrial.js';

const folder = mkdtempSync(join(tmpdir(), 'portage-trial-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('the last line of a transfer counts, and half a line counts for nothing', () => {
  const path = join(folder, 'smoke.jsonl');
  const begun = { transfer: 'a>b', requestId: '0x1', costUsd: '0.1' };
  openTrial(path).add(begun);
  appendFileSync(path, '{"transfer":"b>');
  const again = openTrial(path);
  expect(again.last('a>b')).toEqual(begun);
  again.add({ ...begun, status: 'success' });
  expect(openTrial(path).last('a>b')?.status).toBe('success');
});

test('W13: half a line that a full disk left takes no later payment with it', () => {
  const path = join(folder, 'full.jsonl');
  const trial = openTrial(path);
  trial.add({ transfer: 'a>b', requestId: '0x1', costUsd: '0.1' });
  appendFileSync(path, '{"transfer":"a>b","requestId":"0x1","sta');
  const paid = { transfer: 'b>a', requestId: '0x2', costUsd: '0.1' };
  trial.add(paid);
  const again = openTrial(path);
  expect(again.last('a>b')).toMatchObject({ requestId: '0x1' });
  expect(again.last('b>a')).toEqual(paid);
});
