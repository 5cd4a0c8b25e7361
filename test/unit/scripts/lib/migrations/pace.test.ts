import { describe, expect, it } from 'vitest';
import { createPace } from '#scripts/lib/migrations/pace.ts';

function paced(perSecond: number) {
  let now = 0;
  const pace = createPace(
    perSecond,
    () => now,
    async (milliseconds) => {
      now += milliseconds;
    },
  );
  return { pace, now: () => now, pass: (milliseconds: number) => (now += milliseconds) };
}

describe('createPace', () => {
  it('allows the pieces of one second at once, and then one after the other', async () => {
    const { pace, now } = paced(10);
    for (let piece = 0; piece < 10; piece += 1) await pace(1);
    expect(now()).toBe(0);

    for (let piece = 0; piece < 20; piece += 1) await pace(1);
    expect(now()).toBe(2000);
  });

  it('allows no more than one second after a long pause', async () => {
    const { pace, now, pass } = paced(10);
    pass(60_000);
    await pace(30);

    expect(now()).toBe(62_000);
  });
});
