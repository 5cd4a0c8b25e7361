import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { addKey } from '#scripts/lib/stack/add-key.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import { sendRequest } from './send-request.ts';

/** Posts that a sample about schedules or the trash may need, with a key that may write but not publish. */
export const SCHEDULE_GIVENS = [
  'schedulable-post',
  'undated-post',
  'planned-post',
  'planned-post-and-writer',
  'outgoing-post',
  'sent-post',
  'published-post',
  'removed-post',
  'binned-post',
  'submitted-post',
  'failed-post',
] as const;

type ScheduleGiven = (typeof SCHEDULE_GIVENS)[number];

const numbered = v.object({ data: v.object({ id: v.number() }) });
const post = v.object({ data: v.object({ id: v.string() }) });
const listed = v.object({ data: v.object({ status_name: v.string() }) });
/** Publishing a post to the sandbox takes about a second. */
const PUBLISHED_WITHIN_MS = 30_000;

export function isScheduleGiven(given: string): given is ScheduleGiven {
  return SCHEDULE_GIVENS.some((each) => each === given);
}

/**
 * Creates a post for the sandbox through the API, scheduled for the end of the century; returns the values of its
 * placeholders.
 */
export async function prepareScheduleGiven(
  running: Running,
  given: ScheduleGiven,
): Promise<Record<string, string>> {
  const sandbox = { provider: 'sandbox', name: 'Sample', credentials: {} };
  const { id: account } = v.parse(numbered, await call('POST', 'accounts', sandbox)).data;
  const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Sample' }] }];
  const dated = given === 'undated-post' ? {} : { date: '2099-12-31', time: '12:00' };
  const body = { accounts: [account], versions, ...dated };
  const { id: postId } = v.parse(post, await call('POST', 'posts', body)).data;

  if (given.startsWith('planned') || given === 'outgoing-post')
    await call('POST', `posts/schedule/${postId}`);
  if (given === 'submitted-post') await call('POST', `posts/submit/${postId}`);
  if (given === 'binned-post') await call('DELETE', `posts/${postId}?trash=true`);
  if (given === 'outgoing-post') {
    const run = { number: 1, startedAt: Date.now(), accounts: [account], pending: [account] };
    await rewrite(postId, { run });
  }
  if (given === 'failed-post') await rewrite(postId, { status: 'failed', retryAccounts: [account] });
  if (given === 'published-post' || given === 'removed-post') await publish(postId);
  if (given === 'removed-post') await call('DELETE', `posts/${postId}?delete_mode=social_only`);
  if (given === 'sent-post') await rewrite(postId, { status: 'published' });
  const made = { postId, accountId: String(account) };
  if (given !== 'planned-post-and-writer') return made;
  return { ...made, writerKey: await addKey(running, ['publishing:posts:write']) };

  /** Publishes a post to the sandbox now, and waits until it is published. */
  async function publish(id: string): Promise<void> {
    await call('POST', `posts/schedule/${id}`, { postNow: true });
    for (const end = Date.now() + PUBLISHED_WITHIN_MS; Date.now() < end; await wait(100)) {
      const path = `/os/api/${running.workspaceId}/posts/${id}`;
      const found = v.parse(listed, await sendRequest(running, 'GET', path));
      if (found.data.status_name === 'published') return;
    }
    throw new Error('The post is not published');
  }

  /** Sets attributes that otherwise only change over time. */
  async function rewrite(id: string, attributes: Record<string, unknown>): Promise<void> {
    const tables = openRawTables(running);
    const isIt = (item: Record<string, unknown>) => item['id'] === id && item['resource'] === 'post';
    await tables.rewrite((item) => (isIt(item) ? { ...item, ...attributes } : undefined));
    tables.close();
  }

  function call(method: 'POST' | 'DELETE', what: string, sent: unknown = {}): Promise<unknown> {
    return sendRequest(running, method, `/os/api/${running.workspaceId}/${what}`, sent);
  }
}
