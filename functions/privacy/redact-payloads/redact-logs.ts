import type { Erasure } from '#shared/events/recording/erasure.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import {
  type LogRedaction,
  isRedactedBy,
  mayRedactAgain,
  newLogRedaction,
} from '#shared/privacy/domain/log-redaction.ts';
import type { LogRedactions } from '#shared/privacy/ports/log-redactions.ts';

/** Pages of one log per run, each of up to 1 MB, so that a long log does not delay the contacts of other workspaces. */
const PAGES_PER_TURN = 400;

/** Pages between two writes of the position. */
const PAGES_PER_POSITION = 50;

/** Read units of a log per second: a third of what one partition of DynamoDB serves. */
const UNITS_A_SECOND = 1000;

const REDACTED = {
  code: 'EVENT_LOG_REDACTED',
  message: 'Removed erased contacts from the log of a workspace',
};
const FAILED = {
  code: 'EVENT_LOG_REDACTION_FAILED',
  message: 'The redaction of a log failed; the next run continues where this run stopped',
};
const UNREADABLE = { code: 'LOG_ITEM_UNREADABLE', message: 'Item of a log cannot be parsed and is skipped' };

export type Dependencies = {
  readonly redactions: LogRedactions;
  readonly clock: Clock;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly log: Log;
};

/** Whether the log of the erasure's workspace no longer has its contact. Works on the log for a turn if it still has. */
export type RedactLog = (erasure: Erasure, hasTime: () => boolean) => Promise<boolean>;

/**
 * Removes the contacts of the due erasures from the logs of their workspaces. In one run of the function, each workspace has one turn,
 * which all of its erasures share. Never rejects: an erasure whose log could not be redacted stays due.
 */
export function createRedactLog(
  due: readonly Erasure[],
  { redactions, clock, wait, log }: Dependencies,
): RedactLog {
  const turns = new Map<string, Promise<LogRedaction | undefined>>();

  return async (erasure, hasTime) => {
    const { workspaceId } = erasure;
    const turn = turns.get(workspaceId) ?? takeTurn(workspaceId, hasTime);
    turns.set(workspaceId, turn);
    return isRedactedBy(erasure, await turn);
  };

  async function takeTurn(workspaceId: string, hasTime: () => boolean): Promise<LogRedaction | undefined> {
    const own = due.filter((erasure) => erasure.workspaceId === workspaceId);
    try {
      const last = await redactions.findLast(workspaceId);
      if (last?.isComplete && own.every((erasure) => isRedactedBy(erasure, last))) return last;
      if (last && !last.isComplete) return await proceed(last, own, hasTime);
      if (!mayRedactAgain(last, clock())) return last;
      const next = newLogRedaction(workspaceId, clock());
      return (await redactions.start(next)) ? await proceed(next, own, hasTime) : last;
    } catch (error) {
      log.error(FAILED, { workspace_id: workspaceId, ...describeError(error) });
      return undefined;
    }
  }

  async function proceed(
    redaction: LogRedaction,
    erasures: readonly Erasure[],
    hasTime: () => boolean,
  ): Promise<LogRedaction> {
    let [pages, { position }] = [0, redaction];
    const skip = (error: unknown) => log.error(UNREADABLE, describeError(error));
    for await (const page of redactions.redact(redaction, erasures, skip)) {
      pages += 1;
      ({ position } = page);
      if (pages >= PAGES_PER_TURN || !hasTime()) return save({ ...redaction, position });
      if (pages % PAGES_PER_POSITION === 0) await save({ ...redaction, position });
      await wait((page.readUnits / UNITS_A_SECOND) * 1000);
    }
    if (pages > 0) log.info(REDACTED, { workspace_id: redaction.workspaceId, pages });
    return save({ ...redaction, position, isComplete: true });
  }

  async function save(redaction: LogRedaction): Promise<LogRedaction> {
    await redactions.advance(redaction);
    return redaction;
  }
}
