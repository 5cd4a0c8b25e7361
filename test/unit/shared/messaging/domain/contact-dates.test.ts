import { describe, expect, it } from 'vitest';
import {
  type ContactDate,
  nextDateOf,
  plannedDate,
  reachDates,
} from '#shared/messaging/domain/contact-dates.ts';

const yearly = (date: string, nextOn: string | null): ContactDate => ({ date, repeats: 'yearly', nextOn });
const once = (date: string, nextOn: string | null): ContactDate => ({ date, repeats: 'never', nextOn });

describe('plannedDate', () => {
  it.each([
    ['this year, if the day is to come', '1990-03-14', 'yearly', '2026-03-13', '2026-03-14'],
    [
      'next year on the day itself, which has already begun',
      '1990-03-14',
      'yearly',
      '2026-03-14',
      '2027-03-14',
    ],
    ['next year after the day', '1990-03-14', 'yearly', '2026-12-31', '2027-03-14'],
    ['on the date itself, if it is to come', '2031-03-14', 'yearly', '2026-03-01', '2031-03-14'],
    ['a year after a date of today', '2026-03-14', 'yearly', '2026-03-14', '2027-03-14'],
    ['on 1 January after 31 December', '1990-01-01', 'yearly', '2026-12-31', '2027-01-01'],
    ['on 28 February for 29 February in most years', '1992-02-29', 'yearly', '2026-02-27', '2026-02-28'],
    ['on 29 February in a leap year', '1992-02-29', 'yearly', '2028-02-28', '2028-02-29'],
    ['a year after 28 February for 29 February', '1992-02-29', 'yearly', '2027-02-28', '2028-02-29'],
    ['on 28 February in 2100, which is no leap year', '1992-02-29', 'yearly', '2099-12-31', '2100-02-28'],
    ['on a day to come', '2026-06-30', 'never', '2026-06-29', '2026-06-30'],
    ['never on its own day', '2026-06-30', 'never', '2026-06-30', null],
    ['never after its day', '2026-06-30', 'never', '2026-07-01', null],
  ] as const)('is reached %s', (_, date, repeats, today, nextOn) => {
    expect(plannedDate({ date, repeats }, today)).toEqual({ date, repeats, nextOn });
  });
});

describe('nextDateOf', () => {
  it('is the earliest day of the dates', () => {
    const dates = new Map([
      ['a', yearly('1990-03-14', '2027-03-14')],
      ['b', once('2026-06-30', '2026-06-30')],
      ['c', once('2020-01-01', null)],
    ]);

    expect(nextDateOf({ dates })).toBe('2026-06-30');
    expect(nextDateOf({ dates: new Map() })).toBeNull();
  });
});

describe('reachDates', () => {
  it('finds the dates of the day, and moves only these to their next days', () => {
    const dates = new Map([
      ['birthday', yearly('1990-06-01', '2026-06-01')],
      ['contract', once('2026-06-01', '2026-06-01')],
      ['wedding', yearly('2010-06-02', '2026-06-02')],
    ]);

    expect(reachDates({ dates }, '2026-06-01')).toEqual({
      dates: new Map([
        ['birthday', yearly('1990-06-01', '2027-06-01')],
        ['contract', once('2026-06-01', null)],
        ['wedding', yearly('2010-06-02', '2026-06-02')],
      ]),
      reached: [
        { field: 'birthday', value: '1990-06-01', day: '2026-06-01' },
        { field: 'contract', value: '2026-06-01', day: '2026-06-01' },
      ],
    });
    expect(reachDates({ dates }, '2026-05-31')).toBeUndefined();
  });

  it.each([
    ['seven days late is announced', '2026-06-08', 1],
    ['eight days late is not, but is planned again', '2026-06-09', 0],
  ])('a date that is %s', (_, today, announced) => {
    const found = reachDates({ dates: new Map([['birthday', yearly('1990-06-01', '2026-06-01')]]) }, today);

    expect(found?.reached).toHaveLength(announced);
    expect(found?.dates.get('birthday')?.nextOn).toBe('2027-06-01');
  });
});
