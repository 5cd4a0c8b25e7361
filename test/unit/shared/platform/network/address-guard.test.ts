import type { LookupAddress } from 'node:dns';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import type { AddressGuard } from '#shared/platform/network/address-guard.ts';
import { BlockedAddressError } from '#shared/platform/network/blocked-address-error.ts';

const url = 'https://hooks.example.com/in';

function address(text: string): LookupAddress {
  return { address: text, family: text.includes(':') ? 6 : 4 };
}

/** A guard whose DNS returns one response after the other; an empty one means that the name does not exist. */
function guardWith(...responses: string[][]): { guard: AddressGuard; asked: string[] } {
  const asked: string[] = [];
  const guard = createAddressGuard({
    allowedHosts: ['receiver.test.example'],
    resolve: async (hostname) => {
      asked.push(hostname);
      const answer = responses[asked.length - 1] ?? [];
      if (answer.length === 0) throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
      return answer.map(address);
    },
  });
  return { guard, asked };
}

function lookupAll(guard: AddressGuard, hostname = 'hooks.example.com'): Promise<unknown> {
  return promisify(guard.lookup)(hostname, { all: true });
}

/** All arguments of the callback of a lookup. */
function lookupOutcome(guard: AddressGuard): Promise<unknown[]> {
  return new Promise((resolve) => {
    guard.lookup('hooks.example.com', { all: true }, (...outcome) => resolve(outcome));
  });
}

describe('check', () => {
  it('accepts a name whose addresses are all public', async () => {
    const { guard, asked } = guardWith(['93.184.215.14', '2606:4700::1111']);

    expect(await guard.check(url)).toBeUndefined();
    expect(asked).toEqual(['hooks.example.com']);
  });

  it.each([
    [['10.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['2606:4700::1111', '::ffff:8.8.8.8']],
    [['169.254.169.254']],
  ])('rejects a name that resolves to %j without showing the address', async (answer) => {
    const problem = await guardWith(answer).guard.check(url);

    expect(problem).toEqual({
      code: 'url_not_public',
      detail: 'The host name resolves to an address that is not public. Use a public host.',
    });
  });

  it('accepts a name that does not resolve yet', async () => {
    expect(await guardWith([]).guard.check(url)).toBeUndefined();
  });

  it('makes no DNS query for a URL rejected for its form or for an address literal', async () => {
    const { guard, asked } = guardWith();

    expect(await guard.check('http://hooks.example.com/')).toMatchObject({ code: 'url_not_https' });
    expect(await guard.check('https://8.8.8.8/')).toBeUndefined();
    expect(await guard.check('https://[2606:4700::1111]/')).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('accepts any address of an allowed host', async () => {
    expect(await guardWith(['127.0.0.1']).guard.check('http://receiver.test.example/')).toBeUndefined();
  });
});

describe('checkForm', () => {
  it.each([
    ['hooks.example.com', url, undefined],
    ['http', 'http://hooks.example.com/', 'url_not_https'],
    ['the host that the request came to', 'https://own.example.com/in', 'url_not_public'],
    ['a host of the API', 'https://api.example.com/in', 'url_not_public'],
    ['an allowed host', 'http://receiver.test.example/', undefined],
  ])('classifies %s without a DNS query', (_, text, code) => {
    const resolve = vi.fn(async () => [address('127.0.0.1')]);
    const guard = createAddressGuard({
      allowedHosts: ['receiver.test.example'],
      apiHosts: ['api.example.com'],
      resolve,
    });

    expect(guard.checkForm(text, 'https://own.example.com/v1/')?.code).toBe(code);
    expect(resolve).not.toHaveBeenCalled();
  });
});

describe('lookup', () => {
  it('returns all checked addresses from a single resolution', async () => {
    const { guard, asked } = guardWith(['93.184.215.14', '2606:4700::1111'], ['127.0.0.1']);

    expect(await lookupAll(guard)).toEqual([address('93.184.215.14'), address('2606:4700::1111')]);
    expect(asked).toHaveLength(1);
  });

  it('returns the first address to a caller that wants one', async () => {
    const { guard } = guardWith(['93.184.215.14', '2606:4700::1111']);

    const one = await new Promise((resolve) => {
      guard.lookup('hooks.example.com', {}, (error, found, family) => resolve([error, found, family]));
    });

    expect(one).toEqual([null, '93.184.215.14', 4]);
  });

  it.each([[['127.0.0.1']], [['93.184.215.14', '10.0.0.1']], [['::1']]])('rejects %j', async (answer) => {
    await expect(lookupAll(guardWith(answer).guard)).rejects.toThrow(BlockedAddressError);
  });

  it('rejects a name that was public when it was checked and is private on connect', async () => {
    const { guard } = guardWith(['93.184.215.14'], ['127.0.0.1']);

    expect(await guard.check(url)).toBeUndefined();
    await expect(lookupAll(guard)).rejects.toThrow(BlockedAddressError);
  });

  it('returns a DNS error, without an address', async () => {
    expect(await lookupOutcome(guardWith([]).guard)).toEqual([
      expect.objectContaining({ message: 'queryA ENOTFOUND', code: 'ENOTFOUND' }),
      [],
    ]);
  });

  it.each([
    ['an empty response', vi.fn(async () => [])],
    ['a failure that is not an error', vi.fn().mockRejectedValue('gone')],
  ])('fails on %s, without an address', async (_, resolve) => {
    const guard = createAddressGuard({ allowedHosts: [], resolve });

    expect(await lookupOutcome(guard)).toEqual([
      expect.objectContaining({ message: 'hooks.example.com has no address', code: 'ENOTFOUND' }),
      [],
    ]);
  });

  it('returns non-public addresses of an allowed host only', async () => {
    const { guard } = guardWith(['127.0.0.1'], ['127.0.0.1']);

    expect(await lookupAll(guard, 'receiver.test.example')).toEqual([address('127.0.0.1')]);
    await expect(lookupAll(guard, 'sub.receiver.test.example')).rejects.toThrow(BlockedAddressError);
  });
});

describe('lookup without a resolver of its own', () => {
  it('finds an allowed host in the hosts file', async () => {
    const guard = createAddressGuard({ allowedHosts: ['localhost'] });

    expect(await lookupAll(guard, 'localhost')).toContainEqual(address('127.0.0.1'));
  });
});
