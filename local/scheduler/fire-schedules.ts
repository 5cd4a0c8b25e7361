import { DAY_SECONDS } from '#shared/platform/core/time-units.ts';
import type { ScheduleStore } from './schedule-store.ts';
import type { Schedule } from './schedule.ts';

/** Sends the message of a schedule; rejects if the queue did not accept it. */
export type SendToQueue = (message: { readonly queueArn: string; readonly body: string }) => Promise<void>;

const DEFAULT_AGE_SECONDS = DAY_SECONDS;
const MAX_PAUSE = 30_000;

export type ScheduleFirer = {
  fireDue(): Promise<void>;
  /** Resolves when the current run is complete. */
  settled(): Promise<void>;
};

type Trouble = { readonly firstTriedAt: number; readonly failures: number; readonly nextTryAt: number };

/**
 * Fires overdue schedules at least once: a schedule is marked or deleted only after the queue accepted its message. A failing
 * schedule is retried with growing delays and then goes to its dead letter queue. Runs never overlap.
 */
export function createScheduleFirer(options: {
  readonly store: ScheduleStore;
  readonly send: SendToQueue;
  readonly now: () => number;
  readonly log: (message: string) => void;
}): ScheduleFirer {
  const { store, send, now, log } = options;
  const troubles = new Map<string, Trouble>();
  let running: Promise<void> | undefined;

  async function fireDue(): Promise<void> {
    const due = store.all().filter((schedule) => isDue(schedule, now()));
    for (const schedule of due.toSorted((left, right) => left.dueAt - right.dueAt)) await fire(schedule);
  }

  async function fire(schedule: Schedule): Promise<void> {
    const key = `${schedule.group}/${schedule.name}`;
    const trouble = troubles.get(key);
    if (trouble !== undefined && trouble.nextTryAt > now()) return;
    const { Target } = schedule.request;
    try {
      await send({ queueArn: Target.Arn, body: Target.Input });
    } catch (error) {
      log(`schedule ${key} did not fire: ${String(error)}`);
      const firstTriedAt = trouble?.firstTriedAt ?? now();
      const oldest = (Target.RetryPolicy?.MaximumEventAgeInSeconds ?? DEFAULT_AGE_SECONDS) * 1000;
      if (now() - firstTriedAt < oldest) {
        const failures = (trouble?.failures ?? 0) + 1;
        const pause = Math.min(250 * 2 ** failures, MAX_PAUSE);
        troubles.set(key, { firstTriedAt, failures, nextTryAt: now() + pause });
        return;
      }
      const queueArn = Target.DeadLetterConfig?.Arn;
      if (queueArn !== undefined) await send({ queueArn, body: Target.Input });
    }
    troubles.delete(key);
    complete(schedule);
  }

  /** An update or deletion during the send takes precedence: only an unchanged schedule is completed. */
  function complete(sent: Schedule): void {
    if (store.get(sent.group, sent.name) !== sent) return;
    if (sent.request.ActionAfterCompletion === 'DELETE') store.remove(sent);
    else store.put({ ...sent, fired: true });
  }

  return {
    fireDue: () => {
      running ??= fireDue()
        .catch((error: unknown) => log(`schedules: ${String(error)}`))
        .finally(() => (running = undefined));
      return running;
    },
    settled: async () => running,
  };
}

function isDue(schedule: Schedule, now: number): boolean {
  return !schedule.fired && schedule.request.State === 'ENABLED' && schedule.dueAt <= now;
}
