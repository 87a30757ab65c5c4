import { describe, expect, it } from 'vitest';
import {
  closeMarker,
  createAssociatedToken,
  deposit,
  fill,
  fillMarkerAddress,
  programs,
  send,
} from '../../src/program/index.js';
import type { Instruction } from '../../src/transaction/index.js';
import { signerOf } from './createCluster.js';
import {
  addresses,
  createPrograms,
  depository,
  executionOf,
  filler,
  govern,
  id,
  initialization,
  must,
  openLimit,
  people,
  requestOf,
  sol,
} from './createPrograms.js';
import { createToken } from './createTokens.js';

const { deployer, user, solver, guardian } = people;
const mint = signerOf('mint').address;

describe('compute units', () => {
  it('are what they were', () => {
    const cluster = createPrograms({ initialized: false });
    const units: Record<string, number> = {
      initialize: must(cluster.send([initialization()], [deployer])).units,
    };
    cluster.fund(addresses.vault, 100_000_000n);
    const token = createToken(cluster, mint);
    for (const owner of [user.address, solver.address, addresses.vault])
      token.hold(owner, 10_000_000n);
    const tokenProgram = programs.token;
    const paid = {
      depository,
      sender: user.address,
      depositor: user.address,
      amount: 1_000_000n,
      id: id(1),
    };
    const payment = {
      filler,
      solver: solver.address,
      recipient: user.address,
      amount: 1_000_000n,
      deadline: cluster.now,
    };
    units['deposit_native'] = must(
      cluster.send([deposit({ ...paid, currency: sol })], [user]),
    ).units;
    units['deposit_token'] = must(
      cluster.send([deposit({ ...paid, currency: mint, tokenProgram })], [user]),
    ).units;
    units['open_limit'] = openLimit(cluster, sol).units;
    openLimit(cluster, mint);
    units['execute_transfer of SOL'] = must(
      cluster.send(executionOf(requestOf(cluster)), [solver]),
    ).units;
    units['execute_transfer of a token'] = must(
      cluster.send(executionOf(requestOf(cluster, { token: mint, nonce: id(8) })), [solver]),
    ).units;
    units['fill_native'] = must(
      cluster.send([fill({ ...payment, currency: sol, order: id(1) })], [solver]),
    ).units;
    units['fill_token'] = must(
      cluster.send([fill({ ...payment, currency: mint, tokenProgram, order: id(2) })], [solver]),
    ).units;
    units['pause_deposits'] = must(govern(cluster, guardian, { type: 'pause_deposits' })).units;
    const create = createAssociatedToken(solver.address, {
      owner: guardian.address,
      mint,
      tokenProgram,
    });
    units['the associated account of a recipient'] = must(cluster.send([create], [solver])).units;
    const sent = {
      payer: solver.address,
      recipient: deployer.address,
      amount: 1_000_000n,
      decimals: 6,
      reference: id(3),
    };
    for (const [name, currency] of [
      ['a send of SOL', sol],
      ['a send of a token to a new account', mint],
      ['a send of a token', mint],
    ] as const)
      units[name] = must(cluster.send([...send({ ...sent, currency })], [solver])).units;
    cluster.setTime(cluster.now + 604_801n);
    const marker = fillMarkerAddress({ filler, solver: solver.address, order: id(1) });
    units['close_fill'] = must(
      cluster.send(
        [closeMarker({ kind: 'filler', program: filler, marker, payer: solver.address })],
        [solver],
      ),
    ).units;
    expect(units).toMatchInlineSnapshot(`
      {
        "a send of SOL": 150,
        "a send of a token": 6095,
        "a send of a token to a new account": 15183,
        "close_fill": 295,
        "deposit_native": 3399,
        "deposit_token": 5312,
        "execute_transfer of SOL": 12625,
        "execute_transfer of a token": 17394,
        "fill_native": 7132,
        "fill_token": 11991,
        "initialize": 16123,
        "open_limit": 6948,
        "pause_deposits": 1841,
        "the associated account of a recipient": 16525,
      }
    `);
  });

  it('of Token-2022 are at most half of what operations may use', () => {
    const cluster = createPrograms();
    const units: Record<string, number> = {};
    const [tokenProgram, currency] = [programs.token2022, mint];
    const token = createToken(cluster, mint, {
      tokenProgram,
      extensions: [
        { type: 18, value: new Uint8Array(64) },
        { type: 10, value: new Uint8Array(52) },
      ],
    });
    for (const owner of [user.address, solver.address, addresses.vault])
      token.hold(owner, 10_000_000n);
    const paid = { depository, sender: user.address, depositor: user.address };
    const terms = { currency, tokenProgram, amount: 1_000_000n };
    const run = (name: string, ...instructions: Instruction[]): void => {
      const signer = name === 'deposit' ? user : solver;
      units[name] = must(cluster.send(instructions, [signer])).units;
    };
    run('deposit', deposit({ ...paid, ...terms, id: id(4) }));
    const request = requestOf(cluster, { token: mint, nonce: id(9) });
    run('execute_transfer', ...executionOf(request, { tokenProgram }));
    const payment = { filler, solver: solver.address, recipient: user.address };
    run('fill', fill({ ...payment, ...terms, order: id(5), deadline: cluster.now }));
    const opening = { owner: guardian.address, mint, tokenProgram };
    run('the associated account', createAssociatedToken(solver.address, opening));
    const sent = { payer: solver.address, recipient: deployer.address, decimals: 6 };
    run('a send to a new account', ...send({ ...sent, ...terms }));
    run('a send', ...send({ ...sent, ...terms }));
    expect(units).toMatchInlineSnapshot(`
      {
        "a send": 6890,
        "a send to a new account": 19634,
        "deposit": 10604,
        "execute_transfer": 22622,
        "fill": 15723,
        "the associated account": 17200,
      }
    `);
  });
});
