import { describe, expect, it } from 'vitest';
import { optOutOf } from '#shared/messaging/domain/opt-out-words.ts';

describe('optOutOf', () => {
  it.each([
    'STOP',
    'stop',
    ' Stop. ',
    '"STOP"',
    'STOP ALL',
    'stopall',
    'Unsubscribe!',
    'cancel',
    'END',
    'quit',
    'arrêt',
  ])('recognises %j as the end of messages', (text) => {
    expect(optOutOf(text)).toBe('stop');
  });

  it.each(['START', 'unstop'])('recognises %j as their beginning', (text) => {
    expect(optOutOf(text)).toBe('start');
  });

  it.each(['stop by tomorrow', 'Please cancel my order', 'the end', '', null, '?', 'yes'])(
    'ignores %j',
    (text) => {
      expect(optOutOf(text)).toBeUndefined();
    },
  );
});
