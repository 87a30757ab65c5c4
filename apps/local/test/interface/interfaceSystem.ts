import { randomUUID } from 'node:crypto';
import { solanaChain } from '@portage/devnet';
import type { Quote } from '@portage/core';
import { errorBodySchema, quoteSchema } from '@portage/core/schemas';
import { z } from 'zod';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import type { TestSystem } from '../testSystem.js';

/** Members of a request for a quote, of whatever type. */
export type Members = Readonly<Record<string, unknown>>;

/** Refusal of a call. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** Members that the refusal names. */
  readonly paths: readonly string[];
}

/** Running system, and the calls by which tests hold it to docs/spec. */
export interface InterfaceSystem extends TestSystem {
  /** Account that pays: holds native currency and dollars on each EVM chain. */
  readonly user: string;
  readonly solanaUser: string;
  /** Another account on Solana. */
  readonly solanaOther: string;
  readonly solana: { readonly id: number; readonly usdc: string };
  /** Account of a sponsor with 1,000 USD. */
  readonly sponsor: string;
  /** Key with that sponsor and every right. */
  readonly key: string;
  /** Body of a quote: 100 USDC from Base to Optimism, with other members. */
  body(members?: Members): Members;
  /** Answer to `POST /quote/v2`: 100 USDC from Base to Optimism, with other members. */
  quote(members?: Members, apiKey?: string): Promise<Quote>;
  refusal(members: Members, apiKey?: string): Promise<Refusal>;
  /** Answer of an endpoint that succeeds. */
  get(path: string, apiKey?: string): Promise<unknown>;
  post(path: string, body: unknown, apiKey?: string): Promise<Response>;
}

/** Value at a path of an answer, as in `steps.0.id`; undefined where there is none. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found !== null
          ? Object.getOwnPropertyDescriptor(found, name)?.value
          : undefined,
      value,
    );
}

/** Text at a path of an answer; empty where there is none. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}

/** List at a path of an answer; empty where there is none. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found.map((entry: unknown) => entry) : [];
}

/** An account that never held anything. */
export function freshAccount(): string {
  return privateKeyToAddress(generatePrivateKey());
}

/** Opens the interface of a system for a file of tests, with a key and a sponsor of its own. */
export async function openInterface(system: TestSystem): Promise<InterfaceSystem> {
  const { settlement, access } = system.service;
  const sponsor = `all-${randomUUID()}`;
  await settlement.sponsors.credit({ account: sponsor, microUsd: 1_000_000_000n, ref: sponsor });
  const { secret } = await access.keys.create({
    name: sponsor,
    sponsor,
    rights: ['fixed-rate', 'route-racing'],
  });
  const user = privateKeyToAccount(system.privateKey(0)).address;
  const svm = solanaChain(system.devnet.description);
  const headersOf = (apiKey: string | undefined): Record<string, string> =>
    apiKey === undefined ? {} : { 'x-api-key': apiKey };
  const post = (path: string, body: unknown, apiKey?: string): Promise<Response> =>
    fetch(`${system.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(apiKey) },
      body: JSON.stringify(body),
    });
  const bodyOf = (members: Members = {}): Members => ({
    user,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: system.usdc(8453),
    destinationCurrency: system.usdc(10),
    amount: '100000000',
    ...members,
  });
  const ask = (members: Members, apiKey?: string): Promise<Response> =>
    post('/quote/v2', bodyOf(members), apiKey);
  return {
    ...system,
    user,
    solanaUser: svm.accounts[0]?.address ?? '',
    solanaOther: svm.accounts[1]?.address ?? '',
    solana: { id: svm.id, usdc: svm.tokens.usdc.address },
    sponsor,
    key: secret,
    body: bodyOf,
    post,
    quote: async (members = {}, apiKey) => {
      const answer = await ask(members, apiKey);
      const body: unknown = await answer.json();
      if (answer.status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`);
      return quoteSchema.parse(body);
    },
    refusal: async (members, apiKey) => {
      const answer = await ask(members, apiKey);
      const body = errorBodySchema.parse(await answer.json());
      const paths = body.errors?.map(({ path }) => path) ?? [];
      return { status: answer.status, code: body.errorCode, paths };
    },
    get: async (path, apiKey) => {
      const answer = await fetch(`${system.url}${path}`, { headers: headersOf(apiKey) });
      const body: unknown = await answer.json();
      if (answer.status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`);
      return z.unknown().parse(body);
    },
  };
}
