-- A step of a chain is written as if all of it were new, with its commit right behind it. Where it is not, the server
-- says so as after a conflict, so that the transaction runs again and looks first.
create function expect_new(is_new boolean) returns void language plpgsql as $$
begin
  if is_new is distinct from true then
    raise exception 'not all of the step is new' using errcode = '40001';
  end if;
end
$$;
