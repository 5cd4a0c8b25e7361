import { describe, expect, it } from 'vitest';
import { listSentence } from '#console/screens/broadcasts/list-words.ts';
import { outcomeSentence, reasonChoices } from '#console/screens/broadcasts/recipient-words.ts';
import {
  dollars,
  doneOf,
  durationInWords,
  pauseSentence,
  STATUSES,
} from '#console/screens/broadcasts/sending/sending-words.ts';
import { SKIP_REASONS } from '#shared/broadcasts/domain/audience.ts';
import { PAUSE_REASONS } from '#shared/broadcasts/domain/broadcast-control.ts';
import { RECIPIENT_MACHINE } from '#shared/broadcasts/domain/recipient-machine.ts';

const IMPORT = {
  id: '01980000-0000-7000-8000-0000000000dd',
  list: 'Guests',
  state: 'completed',
  failure_reason: null,
  size: 10,
  processed_bytes: 10,
  lines: 6,
  created: 1,
  updated: 1,
  unchanged: 1,
  rejected: 1,
  duplicates: 2,
  rejected_lines: [
    { line: 2, code: 'duplicate_line', detail: 'Line 1 has the contact.', pointer: null },
    { line: 4, code: 'malformed_json', detail: 'No JSON.', pointer: null },
  ],
  created_at: '2026-06-01T12:00:00Z',
  started_at: '2026-06-01T12:00:00Z',
  finished_at: '2026-06-01T12:00:00Z',
  expires_at: '2026-09-01T12:00:00Z',
} as const;

describe('the words for sending a broadcast', () => {
  it('has a word for each status of a recipient', () => {
    expect(STATUSES.map(([status]) => status)).toEqual(RECIPIENT_MACHINE.states);
  });

  it.each(PAUSE_REASONS)('says what to do about the pause %s', (reason) => {
    expect(pauseSentence(reason)).toMatch(/resume/iu);
    expect(pauseSentence(reason)).not.toBe(pauseSentence('another'));
  });

  it.each(SKIP_REASONS)('explains why a contact is skipped: %s', (reason) => {
    expect(outcomeSentence({ status: 'skipped', reason }, 'sms')).not.toBe(
      outcomeSentence({ status: 'skipped', reason: 'another' }, 'sms'),
    );
    expect(reasonChoices('skipped').map(([code]) => code)).toContain(reason);
  });

  it('explains failed, unknown and postponed messages, and nothing else', () => {
    expect(outcomeSentence({ status: 'failed', reason: 'destination_unreachable' }, 'sms')).toContain(
      'phone',
    );
    expect(outcomeSentence({ status: 'failed', reason: 'new_code' }, 'sms')).toBeDefined();
    expect(outcomeSentence({ status: 'unknown', reason: null }, 'sms')).toContain('not sent again');
    expect(outcomeSentence({ status: 'pending', reason: 'rate_limited' }, 'sms')).toContain('tries again');
    expect(outcomeSentence({ status: 'pending', reason: null }, 'sms')).toBeUndefined();
    expect(outcomeSentence({ status: 'delivered', reason: null }, 'sms')).toBeUndefined();
    expect(reasonChoices('delivered')).toEqual([]);
  });

  it.each([
    [0, 'less than a minute'],
    [59, 'less than a minute'],
    [60, '1 minute'],
    [3599, '1 hour'],
    [3600, '1 hour'],
    [90_000, '25 hours'],
    [200_000, '2 days'],
  ])('calls %d seconds %s', (seconds, words) => {
    expect(durationInWords(seconds)).toBe(words);
  });

  it.each([
    ['12.50000', '$12.50'],
    ['0.00645', '$0.00645'],
    ['1234', '$1,234.00'],
  ])('shows the amount %s as %s', (amount, text) => {
    expect(dollars(amount)).toBe(text);
  });

  it('counts recipients with an outcome, without skipped ones', () => {
    const counts = {
      pending: 1,
      sending: 2,
      sent: 3,
      delivered: 4,
      read: 5,
      failed: 6,
      unknown: 7,
      skipped: 8,
    };
    expect(doneOf({ counts })).toEqual({ done: 25, recipients: 28 });
  });
});

describe('the sentence about an uploaded list', () => {
  it.each([
    [
      {},
      'has 3 contacts. 2 lines had the contact of an earlier line. 1 line could not be used, first line 4: No JSON.',
    ],
    [{ duplicates: 0, rejected: 0 }, 'The list “Guests” has 3 contacts.'],
    [{ state: 'running' }, 'is being read: 6 lines so far'],
    [{ state: 'failed', failure_reason: 'too_many_lines' }, 'Divide it'],
    [{ list: null }, 'This import has no list'],
  ] as const)('with %j, says “%s”', (fields, sentence) => {
    const { rejected_lines: rejected, ...rest } = IMPORT;
    expect(listSentence({ ...rest, rejected_lines: [...rejected], ...fields })).toContain(sentence);
  });
});
