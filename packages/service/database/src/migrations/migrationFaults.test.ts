import { expect, test } from 'vitest';
import { migrationFaults } from './migrationFaults.js';

const check = (text: string, name = '0002_more.sql'): readonly string[] =>
  migrationFaults({ name, text, version: '1.4.0' });

test.each([
  ['an index that locks writers out', 'create index orders_at on orders (at);', /concurrently/],
  ['a unique one', 'create unique index orders_at on orders (at);', /concurrently/],
  [
    'a column that old processes do not write',
    'alter table orders add column at bigint not null;',
    /default/,
  ],
  ['a check of every row', 'alter table orders add constraint sane check (at > 0);', /not valid/],
  ['a unique constraint', 'alter table orders add constraint one unique (at);', /using index/],
  ['a column that must be filled', 'alter table orders alter column at set not null;', /validate/],
  ['another type', 'alter table orders alter column at type numeric;', /rewrites/],
  ['another name', 'alter table orders rename column at to seen;', /beside/],
  ['a dropped column', 'alter table orders drop column at;', /last read/],
  [
    'a dropped table of this very version',
    '-- contract: last read in 1.4.0\ndrop table orders;',
    /last read/,
  ],
  ['a lock', 'lock table orders;', /locks everybody/],
])('%s is refused', (_, text, fault) => {
  expect(check(text)).toEqual([expect.stringMatching(fault)]);
});

test.each([
  ['a column with a default', 'alter table orders add column at bigint not null default 0;'],
  ['a column without any', 'alter table orders add column at bigint;'],
  ['a constraint for new rows', 'alter table orders add constraint sane check (at > 0) not valid;'],
  ['a new table with its index', 'create table more (id int not null); create index on more (id);'],
  [
    'a drop of what an older version read last',
    '-- contract: last read in 1.3.9\ndrop table orders;',
  ],
  [
    'a function',
    'create or replace function f() returns int language sql as $$ lock table orders; $$;',
  ],
])('%s passes', (_, text) => {
  expect(check(text)).toEqual([]);
});

test('an index of its own file passes, and nothing beside it does', () => {
  const index = 'create index concurrently orders_at on orders (at);';
  expect(check(index, '0002_at_concurrently.sql')).toEqual([]);
  expect(check(`${index} select 1;`, '0002_at_concurrently.sql')).toHaveLength(1);
});
