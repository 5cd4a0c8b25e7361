import { describe, expect, it } from 'vitest';
import { chooseTime } from '#shared/publishing/domain/chosen-time.ts';

describe('chooseTime', () => {
  it('interprets a time in the time zone of the workspace by default', () => {
    expect(chooseTime({ date: '2027-03-14', time: '09:30' }, 'Europe/Berlin')).toEqual({
      chosen: { date: '2027-03-14', time: '09:30', scheduledAt: new Date('2027-03-14T08:30:00Z') },
      issues: [],
    });
  });

  it('converts a time of another zone to what the clocks of the workspace show', () => {
    const sent = { date: '2027-03-14', time: '20:30', timezone: 'America/Los_Angeles' };

    expect(chooseTime(sent, 'Europe/Berlin')).toEqual({
      chosen: { date: '2027-03-15', time: '04:30', scheduledAt: new Date('2027-03-15T03:30:00Z') },
      issues: [],
    });
  });

  it.each([
    [{}, null],
    [{ timezone: 'Asia/Tokyo' }, null],
    [{ date: null, time: null }, null],
  ])('has no time in %j', (sent, chosen) => {
    expect(chooseTime(sent, 'UTC')).toEqual({ chosen, issues: [] });
  });

  it.each([
    [{ date: '2027-03-14' }, '#/time'],
    [{ time: '09:30', timezone: 'Asia/Tokyo' }, '#/date'],
  ])('reports what is missing in %j', (sent, pointer) => {
    expect(chooseTime(sent, 'UTC')).toEqual({
      chosen: null,
      issues: [expect.objectContaining({ pointer, code: 'schedule_incomplete' })],
    });
  });

  it('reports a moment at which the clocks of the workspace show a time again', () => {
    const [first, second] = ['00:30', '01:30'].map((time) => ({ date: '2027-10-31', time, timezone: 'UTC' }));

    expect(chooseTime({ ...first }, 'Europe/Berlin').chosen).toMatchObject({
      date: '2027-10-31',
      time: '02:30',
    });
    expect(chooseTime({ ...second }, 'Europe/Berlin').issues).toEqual([
      expect.objectContaining({ pointer: '#/time', code: 'invalid_time' }),
    ]);
  });
});
