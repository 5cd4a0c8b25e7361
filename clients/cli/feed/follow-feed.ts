import type { components } from '@workspace-platform/client/schema';
import { type Api, dataOf } from '#cli/api/connect.ts';
import { CommandError, wrongUsage } from '#cli/command/command-error.ts';
import type { Outside } from '#cli/command/outside.ts';
import { createNoteOnce, type Screen } from '#cli/terminal/screen.ts';
import { type EventName, readCatalogue, requireEventNames } from './event-names.ts';
import { persist } from './persist.ts';
import type { Position } from './position.ts';

export type FeedEvent = components['schemas']['FeedEvent'];
export const CHANNELS = ['whatsapp', 'facebook', 'instagram', 'sms', 'tiktok'] as const;

export type FeedFilters = {
  readonly events: readonly EventName[];
  readonly channel: (typeof CHANNELS)[number] | undefined;
};

/** The longest time that a request of the feed can wait, in seconds. */
const WAIT_SECONDS = 8;
/** If an empty page comes at once, the API did not wait. The client then pauses before its next request. */
const PAUSE_MS = 1000;

type Deps = {
  readonly outside: Pick<Outside, 'wait' | 'interrupted' | 'now'>;
  readonly screen: Screen;
  readonly api: Api;
};

/** What happens with the events. The promises are awaited one after another. */
export type Follower = {
  /** The next event that passes the filters. */
  onEvent(event: FeedEvent): Promise<void>;
  /** Everything before this position was processed. */
  onPosition?(position: Position): Promise<void>;
};

/**
 * Processes the events of the feed in its order, one at a time, until it is interrupted. An API that is away is waited for.
 * @throws CommandError if the API rejects the request; the reason of the interruption
 */
export async function followFeed(
  deps: Deps,
  filters: FeedFilters,
  start: Position,
  { onEvent, onPosition }: Follower,
): Promise<never> {
  const { outside } = deps;
  let { cursor } = start;
  let done = new Set(start.done);
  for (;;) {
    const began = outside.now().getTime();
    const page = await readPage(deps, filters, cursor, WAIT_SECONDS);
    for (const event of page.data) {
      outside.interrupted.throwIfAborted();
      if (done.has(event.id) || !passes(event, filters)) continue;
      await onEvent(event);
      done.add(event.id);
      await onPosition?.({ cursor, done: [...done] });
    }
    const isSame = page.next_cursor === cursor;
    if (!isSame) {
      cursor = page.next_cursor;
      done = new Set();
      await onPosition?.({ cursor, done: [] });
    }
    const cameAtOnce = outside.now().getTime() - began < PAUSE_MS;
    // A page that does not advance would be requested again without a pause.
    if (cameAtOnce && (isSame || (page.data.length === 0 && !page.has_more)))
      await outside.wait(PAUSE_MS, outside.interrupted);
    outside.interrupted.throwIfAborted();
  }
}

/** The position after the newest event. */
async function newestPosition(deps: Deps, filters: FeedFilters): Promise<Position> {
  const { next_cursor: cursor } = await readPage(deps, filters, 'latest', 0);
  return { cursor, done: [] };
}

/** The position that `--from` names. */
export async function positionFrom(deps: Deps, filters: FeedFilters, from: string): Promise<Position> {
  if (from === 'now') return newestPosition(deps, filters);
  return { cursor: from === 'oldest' ? undefined : from, done: [] };
}

/** The filters of the options. @throws CommandError for an unknown event */
export async function filtersOf(
  deps: Deps,
  names: readonly string[],
  channel: FeedFilters['channel'],
): Promise<FeedFilters> {
  if (names.length === 0) return { events: [], channel };
  const catalogue = await persistently(deps, () => readCatalogue(deps.api));
  return { events: requireEventNames(catalogue, names), channel };
}

/** Repeats a request until the API responds, and says so. */
export async function persistently<T>({ outside, screen }: Deps, request: () => Promise<T>): Promise<T> {
  let wasAway = false;
  const noteOnce = createNoteOnce(screen);
  const result = await persist(outside, request, ({ message }, delayMs) => {
    wasAway = true;
    noteOnce(`${message.split('\n')[0] ?? ''} Trying again in ${seconds(delayMs)}.`);
  });
  if (wasAway) screen.note('The API responds again.');
  return result;
}

async function readPage(
  deps: Deps,
  { events, channel }: FeedFilters,
  cursor: string | undefined,
  wait: number,
) {
  const { client } = deps.api;
  // The feed filters by one event. With several, the others are left out here.
  const [event, ...others] = events;
  const query = {
    ...(cursor === undefined ? {} : { cursor }),
    ...(event !== undefined && others.length === 0 ? { event } : {}),
    ...(channel === undefined ? {} : { channel }),
    wait,
    limit: 100,
  };
  try {
    return await persistently(deps, async () =>
      dataOf(await client.GET('/api/v1/workspace-webhooks/feed', { params: { query } })),
    );
  } catch (error) {
    if (!(error instanceof CommandError) || error.problem?.code !== 'cursor_invalid') throw error;
    throw wrongUsage(`${error.message}\nStart with --from oldest, which can repeat events, or --from now.`);
  }
}

function passes({ event }: FeedEvent, { events }: FeedFilters): boolean {
  return events.length === 0 || events.some((name) => name === event);
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
