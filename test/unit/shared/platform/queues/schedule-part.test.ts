import { describe, expect, it } from 'vitest';
import { inputOfPart, partOf } from '#shared/platform/queues/schedule-part.ts';

describe('partOf', () => {
  it('is the part that its schedule names', () => {
    expect([0, 1, 2, 3].map((index) => partOf(inputOfPart(index), 4))).toEqual([
      { index: 0, of: 4 },
      { index: 1, of: 4 },
      { index: 2, of: 4 },
      { index: 3, of: 4 },
    ]);
  });

  it.each([[{}], [{ source: 'aws.scheduler', detail: '{}' }], [null], ['x']])(
    'is all of the work for the event %j, which names no part',
    (event) => {
      expect(partOf(event, 4)).toEqual({ index: 0, of: 1 });
    },
  );

  it.each([[4], [-1], [0.5], ['0'], [null]])('throws for the part %j', (part) => {
    expect(() => partOf({ part }, 4)).toThrow(
      `The schedule has the parts 0 to 3, not ${JSON.stringify(part)}`,
    );
  });
});
