import { describe, expect, it } from 'vitest';
import { readTarget } from './readTarget.js';
import { resolveTarget } from './resolveTarget.js';

const strict = { isLocalAllowed: false };
const local = { isLocalAllowed: true };

describe('the address of a receiver', () => {
  it.each([
    'https://shop.example/hooks?a=1',
    'https://shop.example:8443/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
  ])('PU14: %s is taken', (url) => {
    expect(readTarget(url, strict).href).toBe(url);
  });

  it.each([
    ['no URL', 'shop'],
    ['http', 'http://shop.example/'],
    ['a file', 'file:///etc/passwd'],
    ['another scheme', 'ftp://shop.example/'],
    ['a user', 'https://shop.example@evil.example/'],
    ['a password', 'https://a:b@shop.example/'],
    ['a fragment', 'https://shop.example/#x'],
    ['a name of this machine', 'https://localhost/'],
    ['a name of this machine with a dot', 'https://localhost./'],
    ['a name below it', 'https://x.localhost/'],
    ['a name of this network', 'https://router.local/'],
    ['a name of a cloud', 'https://metadata.google.internal/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback, shortened', 'https://127.1/'],
    ['loopback as one number', 'https://2130706433/'],
    ['loopback in hex', 'https://0x7f000001/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['loopback in wide digits', 'https://１２７.0.0.1/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv4-mapped', 'https://[::ffff:127.0.0.1]/'],
    ['too long', `https://shop.example/${'a'.repeat(2_048)}`],
  ])('PU14: %s is refused (webhooks#target)', (_, url) => {
    expect(() => readTarget(url, strict)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST' }),
    );
  });

  it('PU14: http and this machine are taken on a devnet alone (webhooks#target-devnet)', () => {
    expect(readTarget('http://127.0.0.1:8080/', local).port).toBe('8080');
    expect(() => readTarget('ftp://127.0.0.1/', local)).toThrow('not https');
  });
});

describe('the addresses of a host', () => {
  const lookUp = (addresses: readonly string[]) => () =>
    Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
  const url = new URL('https://shop.example/');

  it('PU15: one that is not public refuses them all', async () => {
    await expect(
      resolveTarget(url, { ...strict, lookUp: lookUp(['1.1.1.1', '10.0.0.1']) }),
    ).rejects.toThrow('not on the public internet');
    await expect(resolveTarget(url, { ...strict, lookUp: lookUp([]) })).rejects.toThrow(
      'no address',
    );
    expect(await resolveTarget(url, { ...strict, lookUp: lookUp(['1.1.1.1']) })).toHaveLength(1);
  });

  it('PU15: an address in the URL is judged without a lookup', async () => {
    const never = (): never => {
      throw new Error('nothing is looked up');
    };
    await expect(
      resolveTarget(new URL('https://[::1]/'), { ...strict, lookUp: never }),
    ).rejects.toThrow('not on the public internet');
  });
});
