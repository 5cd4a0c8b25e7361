import { describe, expect, it } from 'vitest';
import { tallyOf } from '#shared/webhooks/domain/attempt-tally.ts';
import { metricRangeOf, metricRows } from '#shared/webhooks/domain/metric-range.ts';
import { anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';

const NOW = new Date('2026-11-21T12:34:56.789Z');
const at = (text: string) => new Date(`2026-11-${text}Z`);

describe('the range of metrics', () => {
  it.each([
    ['5m', at('20T12:35:00'), at('21T12:35:00')],
    ['1h', at('14T13:00:00'), at('21T13:00:00')],
    ['1d', new Date('2026-10-23T00:00:00Z'), at('22T00:00:00')],
  ] as const)('ends with the current step of %s by default', (step, from, to) => {
    expect(metricRangeOf({ step }, NOW)).toEqual({ step, from, to });
  });

  it('consists of the whole steps that contain the requested range', () => {
    const asked = { from: at('20T10:07:00'), to: at('20T11:00:01') };
    expect(metricRangeOf({ step: '1h', ...asked }, NOW)).toEqual({
      step: '1h',
      from: at('20T10:00:00'),
      to: at('20T12:00:00'),
    });
    expect(metricRangeOf({ step: '5m', ...asked }, NOW)).toEqual({
      step: '5m',
      from: at('20T10:05:00'),
      to: at('20T11:05:00'),
    });
  });

  it('ends with the step before "to" if "to" is the start of a step', () => {
    expect(metricRangeOf({ step: '1h', to: at('20T10:00:00') }, NOW)).toMatchObject({
      to: at('20T10:00:00'),
    });
  });

  it('has no steps of the future', () => {
    expect(metricRangeOf({ step: '1h', from: at('21T00:00:00'), to: at('30T00:00:00') }, NOW)).toEqual({
      step: '1h',
      from: at('21T00:00:00'),
      to: at('21T13:00:00'),
    });
  });

  it('has up to 500 steps', () => {
    expect(metricRangeOf({ step: '5m', from: at('19T18:55:00') }, NOW)).toMatchObject({
      from: at('19T18:55:00'),
    });
  });

  it.each([
    [
      'more than 500 steps',
      { step: '5m', from: at('19T18:54:59') },
      'from',
      /2026-11-19T18:55:00.000Z or later, or "step=1h"/u,
    ],
    [
      'steps that are no longer stored',
      { step: '5m', from: at('07T12:29:59'), to: at('07T12:40:00') },
      'from',
      /14 days: send "from" at 2026-11-07T12:30:00.000Z/u,
    ],
    ['an end before what is stored', { step: '1d', to: new Date('2020-01-01') }, 'to', /400 days/u],
    [
      'a future beginning',
      { step: '1h', from: at('21T13:00:00') },
      'from',
      /before 2026-11-21T12:34:56.789Z/u,
    ],
    ['an empty range', { step: '1h', from: at('20T10:00:00'), to: at('20T10:00:00') }, 'to', /after "from"/u],
  ] as const)('is rejected for %s', (_, query, parameter, detail) => {
    expect(metricRangeOf(query, NOW)).toEqual({
      code: 'out_of_range',
      parameter,
      detail: expect.stringMatching(detail),
    });
  });
});

describe('the rows of metrics', () => {
  const tally = tallyOf(anAttempt({ outcome: 'success', durationMs: 12 }));

  it('include every step, and add up what started in it', () => {
    const range = { step: '1h', from: at('20T10:00:00'), to: at('20T13:00:00') } as const;
    const spans = ['20T10:05:00', '20T12:00:00', '20T12:55:00'].map((text) => ({ start: at(text), tally }));
    const { rows, total } = metricRows(range, spans);

    expect(rows.map(({ start, attempts }) => [start.toISOString().slice(11, 16), attempts])).toEqual([
      ['10:00', 1],
      ['11:00', 0],
      ['12:00', 2],
    ]);
    expect(total).toEqual({ attempts: 3, successes: 3, failures: {}, p50: 13, p95: 13 });
  });
});
