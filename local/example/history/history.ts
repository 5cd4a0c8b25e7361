import { randomUUID } from 'node:crypto';
import type { ExampleApi } from '#local/example/example-api.ts';
import { daysAfter } from '#shared/platform/core/calendar-date.ts';
import type { Actor, CommandContext } from '#shared/platform/core/change.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import { toTimestamp } from '#shared/platform/core/zoned-time.ts';
import { localDay } from '#shared/platform/identity/calendar.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';

/** The history begins so many days before its end, so that the charts of 30 days are full. */
export const HISTORY_DAYS = 29;

/** A key of a member, as the actor of a change. */
export type MemberActor = Extract<Actor, { kind: 'key' }>;

/** What the history of the example workspace is written to, and what it is about. */
export type History = {
  readonly core: WritableTable;
  readonly deliveries: WritableTable;
  /** For what needs secrets or numbers of its own, such as accounts. */
  readonly api: ExampleApi;
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly workspaceId: string;
  readonly timezone: string;
  readonly owner: MemberActor & { readonly name: string };
  readonly receiverUrl: string;
  /** When the workspace was filled for the first time. A start that continues later writes the same history. */
  readonly endsAt: Date;
  readonly clock: Clock;
};

/** One step that writes a part of the history. Like every step of the example, it can be repeated. */
export type HistoryStep = (history: History) => Promise<void>;

/** The local day so many days before the end. */
export function dayBefore({ endsAt, timezone }: Pick<History, 'endsAt' | 'timezone'>, days: number): string {
  return daysAfter(localDay(endsAt, timezone), -days);
}

/** A local time so many days before the end. */
export function timeBefore(
  history: Pick<History, 'endsAt' | 'timezone'>,
  days: number,
  time: `${number}:${number}`,
): Date {
  return toTimestamp(dayBefore(history, days), time, history.timezone);
}

/** A change of the past. Its audit entry has the time of the past too, because the entry follows from the change. */
export function changeAt(at: Date, actor: Actor, operation: string): CommandContext {
  const requestId = `example-${operation}`;
  return {
    change: {
      actor: actor.kind === 'key' ? { kind: 'key', key: actor.key, member: actor.member } : actor,
      operation,
      requestId,
      nonce: randomUUID(),
      at,
    },
    idempotencyRecord: null,
  };
}
