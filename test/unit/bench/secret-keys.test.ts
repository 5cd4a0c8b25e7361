import { expect, it } from 'vitest';
import { chance } from '#bench/load/seeded.ts';
import { simulate } from '#bench/secret-keys/simulate.ts';

it('a simulated container asks KMS about once an hour for each bucket, and not for each endpoint', async () => {
  let drawn = 0;
  const traffic = { deliveriesPerSecond: 0.5, endpoints: 20 };
  const figure = await simulate(traffic, () => chance(1, (drawn += 1)));

  const decrypts = figure.decryptsPerDelivery * 0.5 * 3600;
  expect(figure.containers).toBe(1);
  // 20 workspaces are in nearly as many buckets; each is asked for at the beginning, and some again shortly before the hour has ended.
  expect(decrypts).toBeGreaterThan(15);
  expect(decrypts).toBeLessThan(2 * 21);
  expect(figure.opensPerDelivery).toBeGreaterThan(figure.decryptsPerDelivery * 5);
});
