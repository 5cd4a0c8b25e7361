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
    'remove',
    'TD',
    'opt-out',
    '*STOP*',
    '¡Stop!',
    '(stop)\n',
  ])('recognises %j as the end of messages', (text) => {
    expect(optOutOf(text)).toBe('stop');
  });

  it.each(['START', 'unstop'])('recognises %j as their beginning', (text) => {
    expect(optOutOf(text)).toBe('start');
  });

  it.each([
    'stop by tomorrow',
    'Please cancel my order',
    'the end',
    's.t.o.p',
    'S T O P',
    'STOP2',
    '',
    null,
    '?',
    'yes',
  ])('ignores %j', (text) => {
    expect(optOutOf(text)).toBeUndefined();
  });
});
