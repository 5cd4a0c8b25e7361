import { describe, expect, it } from 'vitest';
import {
  COMPARED_DAYS,
  queueChangesOf,
  queueDraftOf,
  slotsOf,
  withoutTime,
  withTime,
} from '#console/screens/publishing/posts/queue-draft.ts';
import { nextFreeSlot } from '#console/screens/publishing/posts/queue-reads.ts';

const SLOTS = [
  { weekday: 'monday', time: '09:00' },
  { weekday: 'monday', time: '17:00' },
  { weekday: 'friday', time: '12:00' },
] as const;
const DRAFT = queueDraftOf({ slots: [...SLOTS] });

describe('the draft of the posting queue', () => {
  it('has the times of each day, and the slots in the order of the week', () => {
    expect(DRAFT).toMatchObject({ monday: ['09:00', '17:00'], tuesday: [], friday: ['12:00'] });
    expect(slotsOf(DRAFT)).toEqual(SLOTS);
  });

  it('sends all slots if one differs, otherwise nothing', () => {
    expect(queueChangesOf(DRAFT, DRAFT)).toEqual({});
    expect(queueChangesOf(DRAFT, withoutTime(DRAFT, 'monday', '09:00'))).toEqual({ slots: SLOTS.slice(1) });
  });

  it('keeps the times of a day sorted, and a repeated time once', () => {
    expect(withTime(DRAFT, 'monday', '10:00').monday).toEqual(['09:00', '10:00', '17:00']);
    expect(withTime(DRAFT, 'monday', '09:00')).toEqual(DRAFT);
  });

  it('is compared day by day', () => {
    const changed = withTime(DRAFT, 'sunday', '10:00');
    const differing = COMPARED_DAYS.filter(({ textOf }) => textOf(DRAFT) !== textOf(changed));

    expect(differing.map(({ label }) => label)).toEqual(['Sunday']);
  });
});

describe('nextFreeSlot', () => {
  const slot = (at: string, post: string | null) => ({
    scheduled_at: at,
    date: at.slice(0, 10),
    time: at.slice(11, 16),
    post_id: post,
  });
  const queue = { revision: '1', timezone: 'UTC', slots: [] };

  it('is the first slot without a post', () => {
    const [taken, free] = [slot('2027-03-15T09:00:00Z', 'a'), slot('2027-03-15T12:00:00Z', null)];

    expect(nextFreeSlot({ ...queue, upcoming: [taken, free] })).toBe(free);
    expect(nextFreeSlot({ ...queue, upcoming: [taken] })).toBeUndefined();
  });
});
