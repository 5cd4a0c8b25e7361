import { expect, it } from 'vitest';
import { chance } from '#bench/load/seeded.ts';
import { runMinute } from '#bench/rate-limit/simulate.ts';
import { DEFAULT_RATE_LIMITS, RATE_CLASSES } from '#shared/platform/core/rate-limit.ts';

it.each(RATE_CLASSES)(
  'a simulated key of class %s is limited at the limit of its class',
  async (rateClass) => {
    const limit = DEFAULT_RATE_LIMITS[rateClass];
    let drawn = 0;
    const minute = (requests: number) =>
      runMinute({ rateClass, limit, containers: 1 }, requests, () => chance(1, (drawn += 1)));

    expect((await minute(Math.floor(limit * 0.8))).passed).toBe(Math.floor(limit * 0.8));
    const { passed, writes } = await minute(limit * 2);
    expect(passed / limit).toBeCloseTo(1, 1);
    expect(writes).toBeGreaterThan(0);
  },
);
