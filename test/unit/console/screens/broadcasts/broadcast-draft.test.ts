import { describe, expect, it } from 'vitest';
import { COMPARED_FIELDS } from '#console/screens/broadcasts/broadcast-comparison.ts';
import {
  audienceProblem,
  changesOf,
  draftOf,
  effectOnApproval,
  EMPTY_DRAFT,
  requestOf,
} from '#console/screens/broadcasts/broadcast-draft.ts';
import { aShownBroadcast } from '#test/support/builders/platform/shown-broadcast.ts';

const APPROVAL = {
  by: '01980000-0000-7000-8000-0000000000aa',
  at: '2026-06-01T12:00:00Z',
  content_changed_since: false,
};

describe('the form of a broadcast', () => {
  it('sends the fields that a person entered, and no default', () => {
    expect(requestOf({ ...EMPTY_DRAFT, name: 'Sale', body: 'Now' })).toEqual({
      name: 'Sale',
      channel: 'all',
      message: { type: 'text', body: 'Now' },
    });
    expect(
      requestOf({ ...EMPTY_DRAFT, name: 'Sale', audience: ' {"tags": ["vip"]} ', requiresApproval: true }),
    ).toMatchObject({ audience: { tags: ['vip'] }, requires_approval: true });
  });

  it.each(['', '  ', '{}', '{"tags": []}'])('accepts the audience %j', (text) => {
    expect(audienceProblem(text)).toBeUndefined();
  });

  it.each(['[]', '"all"', '1', 'null', '{', 'tags'])(
    'explains why the audience %j cannot be sent',
    (text) => {
      expect(audienceProblem(text)).toContain('JSON object');
    },
  );

  it('sends only what differs, and null for an audience that was removed', () => {
    const from = draftOf(aShownBroadcast({ audience: { tags: ['vip'] } }));

    expect(changesOf(from, from)).toEqual({});
    expect(changesOf(from, { ...from, audience: '{"tags":["vip"]}' })).toEqual({});
    expect(changesOf(from, { ...from, audience: '' })).toEqual({ audience: null });
    expect(changesOf(from, { ...from, body: 'Later', requiresApproval: true })).toEqual({
      message: { body: 'Later' },
      requires_approval: true,
    });
  });

  it('compares every field of the draft', () => {
    expect(COMPARED_FIELDS.map(({ name }) => name).toSorted()).toEqual(Object.keys(EMPTY_DRAFT).toSorted());
  });
});

describe('the effect of an edit on the approval', () => {
  const approved = aShownBroadcast({ requires_approval: true, approval: APPROVAL });

  it.each([
    ['nothing', approved, {}, undefined],
    ['another name of an approved broadcast', approved, { name: 'x' }, 'only a person who may approve'],
    ['another name of a broadcast without approval', aShownBroadcast(), { name: 'x' }, undefined],
    ['the need of an approval', aShownBroadcast(), { requires_approval: true }, 'only after an approval'],
    ['no approval any more', approved, { requires_approval: false, name: 'x' }, 'waived'],
  ])('is explained for %s', (_, broadcast, changes, text) => {
    const effect = effectOnApproval(broadcast, changes);

    if (text === undefined) expect(effect).toBeUndefined();
    else expect(effect).toContain(text);
  });
});
