import { SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Timer } from '#shared/platform/runtime/timer.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import type { Faults } from './faults.ts';
import type { Timeline } from './timeline.ts';

/** One invocation of a function. After a crash nothing reaches it any more. */
export type Process = {
  readonly name: string;
  isAlive(): boolean;
  readonly clock: Clock;
  readonly after: Timer;
  readonly remainingMs: () => number;
  /** The processing of one message in it. */
  startRun(job?: DeliveryJob): Run;
  /** The handler has returned. */
  finish(): void;
  die(why: string): void;
};

/** The processing of one message, as the rules see it. */
export type Run = {
  readonly process: Process;
  /** The message of `deliver-webhook`. */
  readonly job: DeliveryJob | undefined;
  /** The deliveries that a failure in it may delay. */
  subjects: readonly string[];
  readonly startedAt: number;
  /** The last read of the endpoint: its result, the stored value at that time, and the calls that took effect since. */
  read:
    | { readonly told: DeliveryTarget | undefined; readonly stored: DeliveryTarget | undefined }
    | undefined;
  since: string[];
  /** The time at which it started to decrypt secrets, by its own clock. */
  signingAt: Date | undefined;
  /** An external call: it takes effect later, returns later, or never. `part` is the effect of an aborted call. */
  call<T>(label: string, effect: () => Promise<T>, part?: () => Promise<T>): Promise<T>;
};

export type ProcessOptions = {
  readonly name: string;
  readonly timeoutMs: number;
  readonly timeline: Timeline;
  readonly faults: Faults;
  /** Called for each run that did not complete. */
  readonly onTrouble: (run: Run, what: 'interrupted' | 'stalled') => void;
};

const STALLED_MS = 50;

export function startProcess({ name, timeoutMs, timeline, faults, onTrouble }: ProcessOptions): Process {
  const startedAt = timeline.now();
  const skew = faults.rates.skew > 0 ? faults.delays.between(-200, 200) : 0;
  const runs: Run[] = [];
  let isAlive = true;
  const callOff = timeline.after(timeoutMs, () => process.die('timed out'));
  const process: Process = {
    name,
    isAlive: () => isAlive,
    clock: () => new Date(timeline.now() + skew),
    after: (milliseconds, act) =>
      timeline.after(milliseconds, () => {
        if (isAlive) act();
      }),
    remainingMs: () => startedAt + timeoutMs - timeline.now(),
    startRun,
    finish() {
      isAlive = false;
      callOff();
    },
    die(why) {
      if (!isAlive) return;
      process.finish();
      timeline.say(name, () => `DIES ${why}`);
      for (const run of runs) onTrouble(run, 'interrupted');
    },
  };
  return process;

  function startRun(job?: DeliveryJob): Run {
    const run: Run = {
      process,
      job,
      subjects: job ? [job.deliveryId] : [],
      startedAt: timeline.now(),
      read: undefined,
      since: [],
      signingAt: undefined,
      call: (label, effect, part) =>
        new Promise((resolve, reject) => {
          if (isAlive) begin(run, label, { effect, part: part ?? effect, resolve, reject });
        }),
    };
    runs.push(run);
    return run;
  }

  type Call<T> = {
    readonly effect: () => Promise<T>;
    readonly part: () => Promise<T>;
    readonly resolve: (result: T | PromiseLike<T>) => void;
    readonly reject: (error: Error) => void;
  };

  function begin<T>(run: Run, label: string, { effect, part, resolve, reject }: Call<T>): void {
    const { takes, returns, end } = faults.fateOfCall();
    if (takes > STALLED_MS) onTrouble(run, 'stalled');
    timeline.after(takes, () => {
      if (!isAlive) return;
      if (end === 'dies-before') return process.die(`before ${label}`);
      if (end === 'fails-before') return fail();
      const result = end === 'well' ? effect() : part();
      // A run that never gets the result does not process it either.
      result.catch(() => undefined);
      run.since.push(label);
      if (end === 'dies-after') return process.die(`after ${label}`);
      if (end === 'fails-after') return fail();
      if (returns === 0) return resolve(result);
      timeline.after(returns, () => {
        if (isAlive) resolve(result);
      });
    });

    function fail(): void {
      timeline.say(name, () => `${label} fails${end === 'fails-after' ? ' after it took effect' : ''}`);
      onTrouble(run, 'interrupted');
      const text = `${label} is not available`;
      reject(label === 'secrets.open' ? new SecretUnavailableError(text) : new Error(text));
    }
  }
}

/** A port whose every call goes through a run. */
export function through<Port extends object>(run: Run, name: string, port: Port): Port {
  const calls = Object.entries(port).map(
    ([method, call]: [string, (...args: unknown[]) => Promise<unknown>]) => [
      method,
      (...args: unknown[]) => run.call(`${name}.${method}`, () => call(...args)),
    ],
  );
  // Each method is that of the port, behind a call of the same signature.
  return Object.fromEntries(calls) as Port;
}
