import type { Page } from '#shared/biolinks/domain/page.ts';
import type { Visit } from '#shared/biolinks/domain/visit.ts';
import type { VisitQueue } from '#shared/biolinks/ports/visit-queue.ts';
import { localDay } from '#shared/platform/identity/calendar.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { systemTimer, type Timer } from '#shared/platform/runtime/timer.ts';
import { linkRulesOf } from './outgoing-link.ts';
import {
  deviceOf,
  isVisit,
  optsOut,
  referrerOf,
  visitorHash,
  type VisitorRequest,
} from './visitor-client.ts';

/** How long a response waits for its visit to be sent, in milliseconds. */
const LIMIT_MS = 200;

/** How long a function uses the time zone of a workspace, and of how many workspaces. */
const ZONE_MS = 60_000;
const ZONES = 1000;

const NOT_COUNTED = {
  code: 'VISIT_NOT_COUNTED',
  message: 'A visit of a page could not be sent to its queue',
};
const LATE = {
  code: 'VISIT_LATE',
  message: 'A response did not wait longer for its visit, which may still be counted',
};

type Dependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
  readonly queue: VisitQueue;
  /** Default: the timers of the runtime. */
  readonly after?: Timer;
  readonly log: Pick<Log, 'warn'>;
};

type ViewDependencies = Dependencies & {
  /** The salts of the hashes of visitors by day. */
  readonly salts: { of(day: string): Promise<Buffer> };
  /** Scheme and host of the default domain. */
  readonly origin: string;
};

/** The parts of a message that views and clicks share. */
type About = Pick<Visit, 'workspaceId' | 'pageId' | 'day' | 'at'>;

/** Counts a view, if a person opened the page. Never fails and takes at most 200 ms: the page is more important than its count. */
export type ViewCounter = {
  count(page: Page, request: VisitorRequest, now: Date): Promise<void>;
};

/** The same for a click on a link of a block, or of a profile of the block. */
export type ClickCounter = {
  count(
    page: Page,
    link: { readonly block: string; readonly item: string | undefined },
    request: VisitorRequest,
    now: Date,
  ): Promise<void>;
};

/** Sends views to the queue of `count-visits` (docs/specification/biolinks.md#page-analytics). */
export function createViewCounter({ salts, origin, ...deps }: ViewDependencies): ViewCounter {
  const send = createSender(deps);

  return {
    count: (page, request, now) =>
      send(page, request, now, async (about) => {
        const { headers } = request;
        // A browser that opts out is counted as a view, and nothing else of it is recorded.
        if (optsOut(headers)) return { kind: 'view', ...about };
        const { ownHosts } = linkRulesOf(page, origin);
        const from = {
          referrer: referrerOf(headers, ownHosts),
          device: deviceOf(headers),
          visitor: visitorHash(await salts.of(about.day), page.id, request),
        };
        return { kind: 'view', ...about, from };
      }),
  };
}

/** Sends clicks to the queue of `count-visits`. */
export function createClickCounter(deps: Dependencies): ClickCounter {
  const send = createSender(deps);

  return {
    async count(page, { block, item }, request, now) {
      const { headers } = request;
      if (optsOut(headers)) return;
      await send(page, request, now, (about) => ({
        kind: 'click',
        ...about,
        device: deviceOf(headers),
        block,
        ...(item === undefined ? {} : { item }),
      }));
    },
  };
}

function createSender({ workspaces, queue, after = systemTimer, log }: Dependencies) {
  const zones = new Map<string, { readonly timezone: string; readonly until: number }>();

  return async (
    page: Page,
    request: VisitorRequest,
    now: Date,
    toVisit: (about: About) => Promise<Visit> | Visit,
  ): Promise<void> => {
    if (!isVisit(request)) return;
    const fields = { page_id: page.id, workspace_id: page.workspaceId };
    const sending = send(page, now, toVisit).catch((error: unknown) =>
      log.warn(NOT_COUNTED, { ...fields, ...describeError(error) }),
    );
    await withinLimit(sending, () => log.warn(LATE, fields));
  };

  async function send(
    { workspaceId, id: pageId }: Page,
    now: Date,
    toVisit: (about: About) => Promise<Visit> | Visit,
  ): Promise<void> {
    const day = localDay(now, await zoneOf(workspaceId, now));
    await queue.send(await toVisit({ workspaceId, pageId, day, at: now.getTime() }));
  }

  /** After a change of the time zone, a function uses the old one for at most a minute. */
  async function zoneOf(workspaceId: string, now: Date): Promise<string> {
    const known = zones.get(workspaceId);
    if (known && known.until > now.getTime()) return known.timezone;
    const workspace = await workspaces.find(workspaceId);
    const timezone = workspace?.timezone ?? 'UTC';
    if (zones.size >= ZONES) zones.clear();
    zones.set(workspaceId, { timezone, until: now.getTime() + ZONE_MS });
    return timezone;
  }

  async function withinLimit(sending: Promise<void>, onLate: () => void): Promise<void> {
    let cancel = (): void => undefined;
    const limit = new Promise<void>((resolve) => {
      cancel = after(LIMIT_MS, () => {
        onLate();
        resolve();
      });
    });
    await Promise.race([sending, limit]);
    cancel();
  }
}
