/**
 * Money that a settled payout `s` has left in the depository, as SQL: all of its credit for a fill,
 * what a refund did not pay back. A refund that could not be made has no recipient, and earns
 * nothing.
 */
export const earnedText = `case when s.kind = 'fill' then (s.intent #>> '{credit,amount}')::numeric
    when coalesce(s.intent ->> 'recipient', '') = '' then 0
    else (s.intent #>> '{credit,amount}')::numeric - (s.intent ->> 'amount')::numeric end`;
