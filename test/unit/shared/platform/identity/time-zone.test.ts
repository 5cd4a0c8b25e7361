import { describe, expect, it } from 'vitest';
import { findTimeZone } from '#shared/platform/identity/time-zone.ts';
import names from '#test/corpus/time-zones.json' with { type: 'json' };

describe('findTimeZone', () => {
  it.each(names)('finds for $input: $right ($report)', ({ input, right }) => {
    expect(findTimeZone(input.trim()) ?? null).toBe(right);
  });

  it.each(['UTC', 'Europe/Berlin', 'Asia/Calcutta', 'America/Argentina/Ushuaia', 'GB-Eire', 'Etc/GMT0'])(
    'keeps %s',
    (name) => expect(findTimeZone(name)).toBe(name),
  );

  it.each([
    '',
    'Mars/Olympus',
    '+02:00',
    '-05:30',
    'Europe',
    'Berlin',
    'Europe/Berlin ',
    '\ud800',
    'asia/\u212aolkata',
  ])('finds nothing for %j', (name) => expect(findTimeZone(name)).toBeUndefined());

  it('finds every name of Intl in any case, and only names that Intl knows', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      expect(findTimeZone(name.toUpperCase())).toBe(name);
      expect(findTimeZone(name.toLowerCase())).toBe(name);
    }
    for (const { right } of names)
      if (right !== null) expect(() => Intl.DateTimeFormat('en', { timeZone: right })).not.toThrow();
  });
});
