-- What a job says is written once and read whole: as text it is neither taken apart nor put together. What a payment says
-- got shorter as well: its key and the key of its deposit hold the rest.
alter table jobs alter column payload drop default;
alter table jobs alter column payload type json using payload::json;
alter table jobs alter column payload set default '{}';
