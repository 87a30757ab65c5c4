-- A call of ours that pays nobody: it brings in what somebody signed for, or sweeps an address. It stands beside the
-- settlement of its order, on a leg of its own, and nothing else can be on that leg.
alter table settlement_slots drop constraint settlement_slots_kind_check;
alter table settlement_slots add constraint settlement_slots_kind_check check (kind in ('fill', 'refund', 'call'));
alter table settlement_slots drop constraint settlement_slots_check;
alter table settlement_slots add constraint settlement_slots_check check (kind = 'refund' or (kind = 'fill') = (leg = 'main'));
alter table outbox drop constraint outbox_purpose_check;
alter table outbox add constraint outbox_purpose_check check (purpose in ('fill', 'refund', 'call', 'cancel'));
