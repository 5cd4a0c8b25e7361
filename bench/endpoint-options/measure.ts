import { median } from '#bench/record/median.ts';

const ROUNDS = 41;

/**
 * CPU time per call in microseconds, by name: the median of rounds. In each round all calls take their turn, so that a slow moment of the
 * machine concerns all of them.
 */
export function measureEach<Name extends string>(
  calls: Readonly<Record<Name, () => unknown>>,
  times: number,
): Record<Name, number> {
  const names = Object.keys(calls).filter((name): name is Name => name in calls);
  const measured = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1)
    for (const name of names) {
      const before = process.cpuUsage();
      for (let call = 0; call < times; call += 1) calls[name]();
      const { user, system } = process.cpuUsage(before);
      // The first round warms up.
      if (round >= 0) measured.get(name)?.push((user + system) / times);
    }
  return Object.fromEntries(names.map((name) => [name, median(measured.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}
