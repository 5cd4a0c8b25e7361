import { describe, expect, it } from 'vitest';
import { isTimeZone } from '#shared/platform/identity/time-zone.ts';

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Calcutta', 'America/Argentina/Ushuaia', 'Etc/GMT+5'])(
    'accepts %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  );

  it.each(['', 'Mars/Olympus', '+02:00', '-05:30', 'Europe', 'Berlin', 'Europe/Berlin ', '\ud800'])(
    'rejects %j',
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});
