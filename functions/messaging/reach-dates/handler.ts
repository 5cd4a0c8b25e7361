import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { announceDates } from '#shared/messaging/domain/announce-dates.ts';
import type { ContactStore, DatedContact } from '#shared/messaging/ports/contact-store.ts';
import { recordContactEvents } from '#shared/messaging/use-cases/record-contact-events.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { systemChange } from '#shared/platform/core/change.ts';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import type { CalendarStore } from '#shared/platform/identity/calendar-store.ts';
import { afterDay, localDay, runningNow } from '#shared/platform/identity/calendar.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Workspace } from '#shared/platform/identity/workspace.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';

/** Contacts read from the index at a time, and written in parallel. */
const PAGE = 50;
const AT_ONCE = 10;

/** Maximum contacts per message; a new message then continues, so that one workspace does not delay the others. */
const MAX_PER_MESSAGE = 500;

const OUTDATED = { code: 'DATES_OUTDATED', message: 'Job is outdated; nothing to do' };
const ANNOUNCED = { code: 'DATES_ANNOUNCED', message: 'Dates of contacts that were reached are announced' };
const FAILED = {
  code: 'DATES_FAILED',
  message: 'Dates of a contact could not be announced; the next run tries again',
};

export type Dependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
  readonly calendars: Pick<CalendarStore, 'find' | 'advance'>;
  readonly contacts: Pick<ContactStore, 'find' | 'save' | 'listDated'>;
  readonly endpoints: EndpointDirectory;
  readonly clock: Clock;
  readonly backOff: BackOff;
  readonly newNonce: () => string;
  readonly log: Log;
};

/** What a message did: contacts whose dates were announced, contacts that failed, and whether none is left for later. */
type Progress = { readonly announced: number; readonly failed: number; readonly isComplete: boolean };

/**
 * Announces the dates of a workspace's contacts that have been reached in its time zone, and plans the next run. The transaction that
 * records the events of a contact also moves its dates to their next days. A run that is repeated, interrupted or late therefore
 * announces each date once.
 */
export function createHandler(deps: Dependencies) {
  const { workspaces, calendars, contacts, endpoints, clock, backOff, newNonce, log } = deps;

  return async (job: ScheduledJob, { messageId }: Pick<MessageMetadata, 'messageId'>): Promise<void> => {
    const { workspaceId, seq } = job;
    const now = clock();
    const calendar = await calendars.find(workspaceId);
    const timing = jobTiming(calendar?.due, job, now);
    const workspace = timing === 'due' ? await workspaces.find(workspaceId) : undefined;
    // SQS delivers the message again after its visibility timeout. If that is still too early, the sweep finds the calendar later.
    if (timing === 'early') throw new RetryMessageError('The day has not begun yet');
    if (!calendar || !workspace) return log.info(OUTDATED, { workspace_id: workspaceId, seq });
    // A message can be received a moment before the day begins.
    const today = localDay(calendar.due.at > now ? calendar.due.at : now, workspace.timezone);
    const { announced, failed, isComplete } = await announceUntil(today, workspace, messageId);
    log.info(ANNOUNCED, { workspace_id: workspaceId, announced });
    if (failed > 0) throw new Error(`The dates of ${failed} contacts could not be announced`);
    const end = clock();
    const next = isComplete ? afterDay(calendar, today, workspace.timezone, end) : runningNow(calendar, end);
    // If another run or a change of the time zone was first, it has also planned the next run.
    await calendars.advance(calendar, next);
  };

  async function announceUntil(today: string, workspace: Workspace, messageId: string): Promise<Progress> {
    let [announced, failed, read] = [0, 0, 0];
    let after: DatedContact | undefined;
    while (read < MAX_PER_MESSAGE) {
      const page = await contacts.listDated(workspace.id, today, PAGE, after);
      for (let start = 0; start < page.length; start += AT_ONCE) {
        const group = page.slice(start, start + AT_ONCE);
        const outcomes = await Promise.all(
          group.map(({ id }) => tryToAnnounce(id, today, workspace, messageId)),
        );
        announced += outcomes.filter((outcome) => outcome === 'announced').length;
        failed += outcomes.filter((outcome) => outcome === 'failed').length;
      }
      if (page.length < PAGE) return { announced, failed, isComplete: true };
      read += page.length;
      after = page.at(-1);
    }
    return { announced, failed, isComplete: false };
  }

  /** A contact that fails must not keep the others waiting. */
  async function tryToAnnounce(id: string, today: string, workspace: Workspace, messageId: string) {
    try {
      return (await announce(id, today, workspace, messageId)) ? 'announced' : 'unchanged';
    } catch (error) {
      log.error(FAILED, { workspace_id: workspace.id, contact_id: id, ...describeError(error) });
      return 'failed';
    }
  }

  /** Reads the contact before each attempt: its dates can have been edited or removed, and the index can be some seconds old. */
  async function announce(
    id: string,
    today: string,
    { id: workspaceId, timezone }: Workspace,
    requestId: string,
  ): Promise<boolean> {
    return retryOnConflict(backOff, async () => {
      const now = clock();
      const before = await contacts.find(workspaceId, id);
      const reached = before && announceDates(before, today, timezone, now);
      if (!before || !reached) return false;
      const events = await recordContactEvents(endpoints, reached, { now, requestId });
      const change = systemChange('reach-dates', { requestId, nonce: newNonce(), at: now });
      await contacts.save(before, reached.contact, events, { change, idempotencyRecord: null });
      return true;
    });
  }
}
