import { setTimeout as wait } from 'node:timers/promises';
import { chance } from '#bench/load/seeded.ts';

/**
 * `node busy-process.ts <seed> <number>`: takes no, half or 90 % of a core for 1 to 5 seconds each, as the seed says, until its
 * parent ends.
 */
const SHARES = [0, 0.5, 0.9];
const PERIOD_MS = 100;

process.once('disconnect', () => process.exit());
const [seed = 0, number = 0] = process.argv.slice(2).map(Number);
for (let phase = 0; ; phase += 1) {
  const share = SHARES[Math.floor(chance(seed, 'share', number, phase) * SHARES.length)] ?? 0;
  const endsAt = performance.now() + 1000 + 4000 * chance(seed, 'seconds', number, phase);
  while (performance.now() < endsAt) {
    const busyUntil = performance.now() + share * PERIOD_MS;
    while (performance.now() < busyUntil);
    await wait((1 - share) * PERIOD_MS);
  }
}
