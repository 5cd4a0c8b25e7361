import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RateSchedules, startRateSchedules } from '#local/scheduler/rate-schedules.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';

const MINUTE = 60_000;

describe('startRateSchedules', () => {
  let now = 0;
  let invoked: { name: string; event: unknown }[];
  let logged: string[];
  let run: () => Promise<unknown>;
  let schedules: RateSchedules;

  beforeEach(() => {
    now = 1_000_000;
    invoked = [];
    logged = [];
    run = async () => undefined;
    schedules = startRateSchedules({
      schedules: [
        { id: 'Often', functionName: 'sweep', everyMilliseconds: MINUTE },
        { id: 'Seldom', functionName: 'tidy', everyMilliseconds: 5 * MINUTE, input: { part: 2 } },
      ],
      invoke: async (name, event) => {
        invoked.push({ name, event });
        await run();
      },
      now: () => now,
      log: (message) => logged.push(message),
    });
  });
  afterEach(() => schedules.stop(1000));

  /** Advances the clock by minutes; invoked functions have ended at each. */
  async function pass(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      now += MINUTE;
      await Promise.resolve();
      await new Promise(setImmediate);
      schedules.tick();
    }
  }

  it('invokes at the start, then at the rate, with the event of a schedule or the input of the template', async () => {
    schedules.tick();
    expect(invoked.map(({ name }) => name)).toEqual(['sweep', 'tidy']);
    await pass(5);

    expect(invoked.filter(({ name }) => name === 'sweep')).toHaveLength(6);
    expect(invoked.filter(({ name }) => name === 'tidy')).toHaveLength(2);
    expect(invoked[0]?.event).toMatchObject({ source: 'aws.scheduler', resources: ['Often'] });
    expect(invoked[1]?.event).toEqual({ part: 2 });
  });

  it('skips a function that is still running', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await pass(1);
    run = () => promise;
    await pass(3);
    expect(invoked.filter(({ name }) => name === 'sweep')).toHaveLength(3);

    resolve();
    await waitFor('the run has ended', async () => {
      await pass(1);
      return invoked.filter(({ name }) => name === 'sweep').length > 3;
    });
  });

  it('logs a function that failed and continues', async () => {
    run = async () => {
      throw new Error('down');
    };
    await pass(2);
    await new Promise(setImmediate);

    expect(invoked.length).toBeGreaterThan(2);
    expect(logged).toContain('schedule Often: Error: down');
  });

  it('waits for running functions when it stops, but not forever', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await pass(1);
    run = () => promise;
    await pass(1);
    let hasStopped = false;
    const stopping = schedules.stop(60_000).then(() => (hasStopped = true));
    await new Promise(setImmediate);
    expect(hasStopped).toBe(false);
    resolve();
    await stopping;

    run = () => new Promise(() => {});
    await pass(1);
    await schedules.stop(1);
  });
});
