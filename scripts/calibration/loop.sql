create table orders (id bigint primary key, key text not null, amount numeric not null, state text not null)
insert into orders select i, md5(i::text), (i * 7919 % 100003)::numeric * 1000000007, 'new' from generate_series(1, 60000) i
create index orders_by_key on orders (key)
do $$ begin for i in 1..12000 loop insert into orders values (100000 + i, md5((100000 + i)::text), i, 'new'); update orders set state = 'filled' where key = md5(i::text); end loop; end $$
update orders set amount = amount * 9970 / 10000 where id % 3 = 0
select count(*), sum(total) from (select state, substr(key, 1, 3) as part, sum(amount) as total from orders group by 1, 2 order by 3) s
