import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDeployJournal, readDeployRecords, type SignedStep } from './deployJournal.js';

const folder = mkdtempSync(join(tmpdir(), 'portage-deploy-journal-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const signed: SignedStep = {
  kind: 'signed',
  chainId: 1,
  step: 'Depository',
  sender: '0x12',
  nonce: 7,
  hash: '0xab',
  raw: '0x02cd',
  maxFeePerGas: 3n,
  maxPriorityFeePerGas: 1n,
};

test('records are there after a crash, without half a line', async () => {
  const path = join(folder, 'half.jsonl');
  const journal = await openDeployJournal(path);
  await journal.add(signed);
  await journal.close();
  appendFileSync(path, '{"kind":"signed","cha');
  expect(readDeployRecords(readFileSync(path, 'utf8'), path)).toEqual([signed]);
  const again = await openDeployJournal(path);
  expect(again.records).toEqual([signed]);
  await again.add({ ...signed, nonce: 8 });
  await again.close();
  expect(readDeployRecords(readFileSync(path, 'utf8'), path)).toHaveLength(2);
});

test('a line that is no record is refused with its place', async () => {
  const path = join(folder, 'wrong.jsonl');
  writeFileSync(path, '{"kind":"guess"}\n');
  await expect(openDeployJournal(path)).rejects.toThrow(`${path}:1 is no record`);
});
