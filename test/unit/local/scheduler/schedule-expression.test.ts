import { describe, expect, it } from 'vitest';
import { instantOf } from '#local/scheduler/schedule-expression.ts';

describe('instantOf', () => {
  it.each([
    ['at(2026-01-31T09:00:00)', 'UTC', '2026-01-31T09:00:00.000Z'],
    ['at(2026-01-31T09:00:00)', 'Europe/Paris', '2026-01-31T08:00:00.000Z'],
    ['at(2026-07-31T09:00:00)', 'America/New_York', '2026-07-31T13:00:00.000Z'],
    ['at(2026-03-29T03:30:00)', 'Europe/Paris', '2026-03-29T01:30:00.000Z'],
    ['at(2026-10-25T04:00:00)', 'Europe/Paris', '2026-10-25T03:00:00.000Z'],
    ['at(2026-01-01T00:00:00)', 'Pacific/Auckland', '2025-12-31T11:00:00.000Z'],
  ])('%s in %s is %s', (expression, timezone, instant) => {
    expect(new Date(instantOf(expression, timezone)).toISOString()).toBe(instant);
  });

  it.each([
    ['rate(5 minutes)', 'UTC'],
    ['at(2026-02-30T09:00:00)', 'UTC'],
    ['at(2026-01-31T09:00)', 'UTC'],
    ['at(2026-01-31T09:00:00)', 'Mars/Olympus'],
  ])('rejects %s in %s', (expression, timezone) => {
    expect(() => instantOf(expression, timezone)).toThrow(
      expect.objectContaining({ code: 'ValidationException' }),
    );
  });
});
