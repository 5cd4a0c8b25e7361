import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  count,
  EnvironmentError,
  list,
  parseSettings,
  text,
  waitSeconds,
} from '#shared/platform/runtime/env.ts';
import { retryDelays } from '#shared/webhooks/domain/retry-delays.ts';

const settings = { stage: text, table: text, hosts: list, limit: count, delays: retryDelays };
const good = {
  STAGE: 'dev',
  TABLE: 'core',
  HOSTS: 'a.example, b.example',
  LIMIT: '600',
  DELAYS: '10,60,300',
};

function messageOf(source: Record<string, string | undefined>): string {
  try {
    parseSettings(settings, source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
  }
  return 'no EnvironmentError';
}

describe('parseSettings', () => {
  it('returns typed values', () => {
    expect(parseSettings(settings, { ...good, OTHER: 'ignored' })).toEqual({
      stage: 'dev',
      table: 'core',
      hosts: ['a.example', 'b.example'],
      limit: 600,
      delays: [10, 60, 300],
    });
  });

  it('reports everything that is missing at once', () => {
    expect(messageOf({ HOSTS: 'x' })).toMatch(/STAGE, TABLE, LIMIT, DELAYS$/u);
  });

  it('treats an empty string as missing', () => {
    expect(messageOf({ ...good, TABLE: '' })).toMatch(/: TABLE$/u);
  });

  it.each(['-1', '1.5', 'ten', '', ' 1', '9007199254740993'])('rejects %j as a count', (LIMIT) => {
    expect(messageOf({ ...good, LIMIT })).toMatch(/: LIMIT$/u);
  });

  it.each(['', '10,', '10,,60', '10, 60', '1.5', 'soon'])('rejects %j as a list of seconds', (DELAYS) => {
    expect(messageOf({ ...good, DELAYS })).toMatch(/: DELAYS$/u);
  });

  it('never shows a value', () => {
    expect(messageOf({ ...good, STAGE: '', LIMIT: 'hunter2', DELAYS: 'hunter2' })).not.toContain('hunter2');
  });

  it.each([
    [undefined, []],
    ['', []],
    [' , ', []],
    ['a', ['a']],
    [' a ,b,', ['a', 'b']],
  ])('reads the list %j as %j', (HOSTS, expected) => {
    expect(parseSettings(settings, { ...good, HOSTS }).hosts).toEqual(expected);
  });
});

describe('waitSeconds', () => {
  it.each(['0', '30', '899'])('accepts %s', (seconds) => {
    expect(v.parse(waitSeconds, seconds)).toBe(Number(seconds));
  });

  it.each(['900', '-1', '1.5', ''])(
    'rejects "%s", which exceeds what a queue can delay with a second to spare',
    (seconds) => {
      expect(v.is(waitSeconds, seconds)).toBe(false);
    },
  );
});
