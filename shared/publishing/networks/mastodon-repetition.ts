import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import type { RemotePost } from '#shared/publishing/domain/publish-result.ts';
import { htmlText } from './html-text.ts';
import type { Instance } from './mastodon-instance.ts';
import { accountSchema, statusesSchema, type ListedStatus } from './mastodon-schemas.ts';
import type { ThreadItem } from './publish-thread.ts';
import { webUrl } from './verify.ts';

/** Statuses that are read, the most that every server returns. */
const LIMIT = 40;
/** A server that filters its list returns fewer. A list of fewer than this many is complete. */
const SHORT_LIST = 20;
/** Tolerance for a clock of the server that is behind the clock of the platform. */
const CLOCK_MS = 60_000;
/** Statuses with one of these visibilities are in the list for every token. */
const LISTED: ReadonlySet<string> = new Set(['public', 'unlisted']);

/** A status that may have been published: its item, those before it in the thread, and the time of the first attempt. */
export type Sought = {
  readonly item: ThreadItem;
  readonly before: readonly RemotePost[];
  readonly since: Date;
  readonly visibility: string | null;
  readonly spoilerText: string;
};

/** The published status, `absent` if the newest statuses show that it was not published, or `undecided`. */
export type Found = RemotePost | 'absent' | 'undecided';

/**
 * Looks for a status among the newest of the account. It is absent only if the list goes back to the first attempt, would contain the
 * status, and has no other reply to the same status since then: a server can show a text in another form than it was sent in.
 * @throws PublishingStopError
 */
export async function findStatus(instance: Instance, sought: Sought): Promise<Found> {
  const { url, headers, network } = instance;
  const own = { method: 'GET', url: url('/api/v1/accounts/verify_credentials'), headers } as const;
  const { id, source } = await network.call(own, accountSchema);
  if (id === null) return 'undecided';
  const path = `/api/v1/accounts/${encodeURIComponent(id)}/statuses?limit=${LIMIT}&exclude_reblogs=true`;
  const question = { method: 'GET', url: url(path), headers } as const;
  const response = await network.send(question);
  // The token may publish, and may not read.
  if ([400, 401, 403, 404, 422].includes(response.status)) return 'undecided';
  const statuses = network.read(response, question, statusesSchema);
  const since = sought.since.getTime() - CLOCK_MS;
  const recent = statuses.filter((status) => isCandidate(status, sought, since));
  const [published] = recent
    .filter((status) => isEqual(status, sought))
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  if (published !== undefined)
    return { id: published.id, url: webUrl(published.url) ?? webUrl(published.uri) };
  if (recent.length > 0 || !isComplete(statuses, since)) return 'undecided';
  const visibility = sought.visibility ?? source?.privacy ?? '';
  const isListed = LISTED.has(visibility) || statuses.some((status) => status.visibility === visibility);
  return isListed ? 'absent' : 'undecided';
}

function isCandidate(status: ListedStatus, { before }: Sought, since: number): boolean {
  const parent = before.at(-1)?.id ?? null;
  return (
    Date.parse(status.created_at) >= since &&
    status.in_reply_to_id === parent &&
    before.every(({ id }) => id !== status.id)
  );
}

function isEqual(status: ListedStatus, { item, spoilerText }: Sought): boolean {
  return (
    status.media_attachments.length === item.media.length &&
    essence(withoutMarkup(status.content)) === essence(outgoingText(item)) &&
    essence(withoutMarkup(status.spoiler_text)) === essence(spoilerText)
  );
}

function isComplete(statuses: readonly ListedStatus[], since: number): boolean {
  return statuses.length < SHORT_LIST || statuses.some(({ created_at }) => Date.parse(created_at) < since);
}

/** What every form of a text has: its letters, numbers and emoji. Servers show mentions without their domain, and links without `https://`. */
function essence(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/@(\w+)@[\w.-]+/gu, '@$1')
    .replaceAll(/https?:\/\//giu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]/gu, '');
}

function withoutMarkup(html: string): string {
  return htmlText(html.replaceAll(/<[^>]*>/gu, ''));
}
