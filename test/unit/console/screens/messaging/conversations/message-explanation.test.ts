import { describe, expect, it } from 'vitest';
import { explanationOf } from '#console/screens/messaging/conversations/message-explanation.ts';

type Shown = Parameters<typeof explanationOf>[0];

const message = (overrides: Partial<Shown>): Shown => ({
  status: 'sent',
  error_code: null,
  platform: 'sms',
  ...overrides,
});

describe('explanationOf', () => {
  it.each(['received', 'sending', 'sent', 'delivered', 'read'] as const)(
    'says nothing about %s',
    (status) => {
      expect(explanationOf(message({ status }))).toBeUndefined();
    },
  );

  it.each([
    ['waits for another system', { status: 'queued', platform: 'instagram' }, 'sends on Instagram'],
    [
      'is attempted again',
      { status: 'queued', error_code: 'throttled' },
      'The platform tries again automatically',
    ],
    ['has an unknown result', { status: 'unknown', error_code: 'result_unknown' }, 'It is not sent again'],
    ['met an opt-out', { status: 'failed', error_code: 'opted_out' }, 'has opted out'],
    [
      'was refused with an unknown code',
      { status: 'failed', error_code: 'toString' },
      'did not accept or deliver',
    ],
    ['failed without a code', { status: 'failed' }, 'did not accept or deliver'],
  ] as const)('explains a message that %s', (_, overrides, words) => {
    expect(explanationOf(message(overrides))).toContain(words);
  });

  it('says nothing about a message that is queued for the first time', () => {
    expect(explanationOf(message({ status: 'queued' }))).toBeUndefined();
  });
});
