import { describe, expect, it } from 'vitest';
import { shareOf, reportOf } from '#console/screens/broadcasts/broadcast-report.ts';
import {
  approvalState,
  isDeletable,
  isEditable,
  stateSentence,
  stepsOf,
} from '#console/screens/broadcasts/broadcast-states.ts';
import { BROADCAST_STATES } from '#shared/broadcasts/domain/broadcast.ts';
import { aShownBroadcast } from '#test/support/builders/platform/shown-broadcast.ts';

const APPROVAL = {
  by: '01980000-0000-7000-8000-0000000000aa',
  at: '2026-06-01T12:00:00Z',
  content_changed_since: true,
};

describe('the states of a broadcast', () => {
  it.each(BROADCAST_STATES)('%s is on the way of the broadcast, and has a sentence of its own', (state) => {
    expect(stepsOf(state)).toContain(state);
    for (const sender of ['external', 'platform'] as const)
      expect(stateSentence(aShownBroadcast({ state, sender }))).not.toBe('');
  });

  it('says what to do about a broadcast that did not start', () => {
    expect(
      stateSentence(aShownBroadcast({ state: 'scheduled', blocked_reason: 'approval_required' })),
    ).toContain('Approve it, and then schedule it again or send it');
  });

  it('does not mention your messaging system if the platform sends', () => {
    for (const state of BROADCAST_STATES)
      expect(stateSentence(aShownBroadcast({ state, sender: 'platform' }))).not.toContain('messaging system');
  });

  it('says whether a broadcast failed without a report', () => {
    expect(stateSentence(aShownBroadcast({ state: 'failed' }))).toContain('did not report');
    expect(stateSentence(aShownBroadcast({ state: 'failed', error: 'x' }))).not.toContain('did not');
  });

  it.each(BROADCAST_STATES)('%s can be edited or deleted as the table of states says', (state) => {
    expect(isEditable({ state })).toBe(['draft', 'scheduled'].includes(state));
    expect(isDeletable({ state })).toBe(!['scheduled', 'in_flight'].includes(state));
  });

  it.each([
    [{}, 'not required'],
    [{ requires_approval: true }, 'missing'],
    [{ requires_approval: true, approval: APPROVAL }, 'given'],
    [{ requires_approval: true, approval: APPROVAL, changed_since_approval: true }, 'outdated'],
  ] as const)('with %j, the approval is %s', (fields, state) => {
    expect(approvalState(aShownBroadcast(fields))).toBe(state);
  });
});

describe('the progress of a broadcast', () => {
  it.each([
    [{ recipients: 0, sent: 0, failed: 0 }, undefined],
    [{ recipients: 4, sent: 2, failed: 1 }, 0.75],
    [{ recipients: 4, sent: 5, failed: 1 }, 1],
  ])('with %j, has the share %s', (fields, share) => {
    expect(shareOf(aShownBroadcast(fields))).toBe(share);
  });

  it('is reported with the fields that have a text', () => {
    const empty = { recipients: '', sent: ' ', failed: '', outcome: '', error: '' } as const;

    expect(reportOf(empty)).toEqual({});
    expect(reportOf({ ...empty, sent: '12', outcome: 'failed', error: 'Stopped' })).toEqual({
      sent: 12,
      outcome: 'failed',
      error: 'Stopped',
    });
  });

  it('sends null for a text that is no number, which the API rejects', () => {
    const draft = { recipients: 'many', sent: '', failed: '', outcome: '', error: '' } as const;

    expect(JSON.stringify(reportOf(draft))).toBe('{"recipients":null}');
  });
});
