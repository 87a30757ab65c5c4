/**
 * USD for people, with two decimals, rounded half away from zero. What is less than half a cent and
 * not zero is `<$0.01`, so that nothing looks free that is not.
 *
 * @param usd - decimal number of USD, as the service writes it, such as `1.500000`
 */
export function dollars(usd: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(usd) ?? [];
  if (whole === undefined) return `$${usd}`;
  const isZero = /^0*$/.test(`${whole}${fraction}`);
  const thousandths = BigInt(`${whole}${fraction.slice(0, 3).padEnd(3, '0')}`);
  const cents = (thousandths + 5n) / 10n;
  if (cents === 0n) return isZero ? '$0.00' : `${sign === '-' ? '-' : ''}<$0.01`;
  const digits = String(cents).padStart(3, '0');
  return `${sign ?? ''}$${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
