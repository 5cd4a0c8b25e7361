import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  baseEnv,
  count,
  EnvironmentError,
  list,
  parseEnv,
  retryDelays,
  text,
  waitSeconds,
} from '#shared/platform/runtime/env.ts';

const schema = v.object({ ...baseEnv, TABLE: text, HOSTS: list, LIMIT: count, DELAYS: retryDelays });
const good = {
  STAGE: 'dev',
  TABLE: 'core',
  HOSTS: 'a.example, b.example',
  LIMIT: '600',
  DELAYS: '10,60,300',
};

function messageOf(source: Record<string, string | undefined>): string {
  try {
    parseEnv(schema, source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
  }
  return 'no EnvironmentError';
}

describe('parseEnv', () => {
  it('returns typed values', () => {
    expect(parseEnv(schema, { ...good, OTHER: 'ignored' })).toEqual({
      STAGE: 'dev',
      TABLE: 'core',
      HOSTS: ['a.example', 'b.example'],
      LIMIT: 600,
      DELAYS: [10, 60, 300],
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
    expect(parseEnv(schema, { ...good, HOSTS }).HOSTS).toEqual(expected);
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
