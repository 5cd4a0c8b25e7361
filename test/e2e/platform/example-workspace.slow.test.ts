// Slow: it starts four stacks on data of its own, and waits for a receiver that hangs.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE_CONVERSATIONS } from '#local/example/example-conversations.ts';
import { EXAMPLE_ENDPOINTS } from '#local/example/example-endpoints.ts';
import { EXAMPLE_POSTS } from '#local/example/example-posts.ts';
import { EXAMPLE_STEPS, LIVE_EVENTS } from '#local/example/example-steps.ts';
import { PAST_CONVERSATIONS } from '#local/example/history/past-conversation-texts.ts';
import { PAST_POSTS } from '#local/example/history/past-post-texts.ts';
import { type ApiClient, apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const FILLED_WITHIN_MS = 80_000;
/** Each conversation creates a contact; each message is received, or sent with a result that follows. */
const CONVERSATION_EVENTS = EXAMPLE_CONVERSATIONS.flatMap(({ lines }) => [
  'contact',
  ...lines.flatMap(({ from }) => (from === 'contact' ? ['received'] : ['sent', 'result'])),
]).length;
/** Each post that is scheduled or published now has an event of it, and each published one of its result; two accounts were added. */
const POST_EVENTS = EXAMPLE_POSTS.flatMap(({ outcome }) => {
  if (outcome === 'draft') return [];
  return outcome === 'scheduled' ? ['scheduled'] : ['scheduled', 'result'];
}).length;
const ACCOUNT_EVENTS = 2;
/** The start of the broadcast that is sent, and its end. */
const BROADCAST_EVENTS = 2;
/** Events since the first start. */
const EVENTS = LIVE_EVENTS.length + CONVERSATION_EVENTS + POST_EVENTS + ACCOUNT_EVENTS + BROADCAST_EVENTS;
const POST_OUTCOMES = ['draft', 'scheduled', 'published', 'failed'] as const;
const pastPosts = (outcome: (typeof POST_OUTCOMES)[number]) =>
  PAST_POSTS.filter((each) => each.outcome === outcome).length;
/** The second attempt comes soon, all later ones after the test. */
const env = { LOCAL_BARE: 'off', RETRY_DELAYS: '1,600,600,600,600' };

describe('the example workspace', () => {
  let stack: RunningStack;

  beforeAll(async () => {
    stack = await startStack({ env });
  });

  afterAll(async () => {
    await stack.discard();
  });

  const example = (): ApiClient => apiClient(stack.baseUrl, stack.example?.apiKey ?? '');

  async function progress(): Promise<{
    readonly completedSteps: number;
    readonly history: {
      readonly endsAt: number;
      readonly completedSteps: number;
      readonly isComplete: boolean;
    };
  }> {
    return JSON.parse(await readFile(join(stack.dataDir, 'example.json'), 'utf8'));
  }

  async function liveEvents() {
    const { endsAt } = (await progress()).history;
    return (await allEvents()).filter(({ recorded_at: at }) => Date.parse(at) >= endsAt);
  }

  /** Kills the stack, and starts it again on the same data. */
  async function restart(): Promise<void> {
    await stack.kill();
    const { dataDir, receiverUrl } = stack;
    // The endpoints have the address of the receiver.
    stack = await startStack({ dataDir, env: { ...env, RECEIVER_PORT: new URL(receiverUrl).port } });
  }

  async function allEvents() {
    const found = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = {
        limit: 100,
        ...(cursor === null ? {} : { cursor }),
      };
      const { body } = expectStatus(await example().GET('/api/v1/events', { params: { query } }), 200);
      found.push(...body.data);
      cursor = body.next_cursor;
    } while (cursor !== null);
    return found;
  }

  async function endpoints() {
    return expectStatus(await example().GET('/api/v1/workspace-webhooks'), 200).body.data;
  }

  async function deliveriesOf(name: string) {
    const endpoint = (await endpoints()).find((each) => each.name === name)?.id ?? '';
    const params = { path: { endpoint }, query: { limit: 100 } };
    const listed = await example().GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', { params });
    return expectStatus(listed, 200).body.data;
  }

  it('is completed by restarts after SIGKILL, and has nothing twice', async () => {
    const before = stack.example;
    const isInHistory = async () => (await progress()).history.completedSteps > 12;
    await waitFor('the history has begun', isInHistory, FILLED_WITHIN_MS);
    await restart();
    const isLive = async () => (await progress()).completedSteps > 15;
    await waitFor('the history is complete', isLive, FILLED_WITHIN_MS);
    await restart();
    const interrupted = (await progress()).completedSteps;
    const total = EXAMPLE_STEPS.length;
    const isFilled = async () => (await progress()).completedSteps === total;
    await waitFor('all steps', isFilled, FILLED_WITHIN_MS);
    const events = await waitFor('all events', async () => {
      const found = await liveEvents();
      return found.length >= EVENTS && found;
    });
    const ids = (await allEvents()).map(({ id }) => id);

    expect(interrupted).toBeLessThan(total);
    expect(stack.example?.workspaceId).toBe(before?.workspaceId);
    expect(events).toHaveLength(EVENTS);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(700);
    expect((await endpoints()).map(({ name }) => name).toSorted()).toEqual(
      Object.values(EXAMPLE_ENDPOINTS)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('shows a healthy, a failing, a hanging, a recovered and a paused endpoint', async () => {
    const crm = await waitFor('deliveries to the CRM', async () => {
      const found = await deliveriesOf('CRM');
      return found.length > 30 && found;
    });
    expect(new Set(crm.map(({ state }) => state))).toEqual(new Set(['succeeded']));
    await waitFor('retries of the accounting system', async () => {
      const states = new Set((await deliveriesOf('Accounting')).map(({ state }) => state));
      return states.has('failed') && states.has('retrying');
    });
    await waitFor('a timeout of the warehouse', async () =>
      (await deliveriesOf('Warehouse')).some(({ attempts }) => attempts[0]?.outcome === 'timeout'),
    );
    await waitFor('the recovery of the newsletter', async () => {
      const found = await deliveriesOf('Newsletter');
      return found.some(({ resend_of, state }) => resend_of !== null && state === 'succeeded');
    });
    expect((await endpoints()).find(({ state }) => state === 'paused')?.name).toBe('Old till');
  });

  it('has two contacts with new conversations in the sandbox, and those of the past', async () => {
    const { data } = (await example()('GET', '/api/v1/salesbot/conversations')).body;
    const newest = data.slice(0, EXAMPLE_CONVERSATIONS.length);
    expect(newest).toMatchObject(EXAMPLE_CONVERSATIONS.map(() => ({ platform: 'sandbox', status: 'open' })));
    expect(data).toHaveLength(EXAMPLE_CONVERSATIONS.length + PAST_CONVERSATIONS.length);
  });

  it('has events that no endpoint matched, contacts and channels', async () => {
    const events = await allEvents();

    expect(events.filter(({ matched_endpoints }) => matched_endpoints === 0).length).toBeGreaterThan(10);
    expect(new Set(events.map(({ channel }) => channel)).size).toBeGreaterThan(3);
  });

  it('opens in the console with a link of its own, and leaves the workspace of the ready line empty', async () => {
    const key = new URLSearchParams(new URL(stack.example?.consoleUrl ?? '').hash.slice(1)).get('key') ?? '';
    const me = expectStatus(await apiClient(stack.baseUrl, key).GET('/api/v1/me'), 200).body.data;
    const empty = apiClient(stack.baseUrl, stack.apiKey);

    expect(me).toMatchObject({ key: { console: true }, workspace: { id: stack.example?.workspaceId } });
    expect(stack.workspaceId).not.toBe(stack.example?.workspaceId);
    expect(expectStatus(await empty.GET('/api/v1/workspace-webhooks'), 200).body.data).toEqual([]);
    expect(expectStatus(await empty.GET('/api/v1/events'), 200).body.data).toEqual([]);
  });

  it('has posts of weeks, of which the newest that failed has failed on one of two accounts', async () => {
    const params = { path: { workspace: stack.example?.workspaceId ?? '' }, query: { limit: 100 } };
    const posts = await waitFor('the results', async () => {
      const { data } = expectStatus(await example().GET('/os/api/{workspace}/posts', { params }), 200).body;
      const ended = data.filter(({ status_name: status }) => status === 'failed').length;
      return ended > pastPosts('failed') && data;
    });
    const count = (name: string) => posts.filter(({ status_name: status }) => status === name).length;
    expect(POST_OUTCOMES.map(count)).toEqual(
      POST_OUTCOMES.map(
        (each) => pastPosts(each) + EXAMPLE_POSTS.filter(({ outcome }) => outcome === each).length,
      ),
    );

    const failed = posts.find(({ status_name: status }) => status === 'failed')?.id ?? '';
    const path = { ...params.path, post: failed };
    const read = await example().GET('/os/api/{workspace}/posts/{post}', { params: { path } });
    const { publications } = expectStatus(read, 200).body.data;
    expect(publications.map(({ state }) => state).toSorted()).toEqual(['failed', 'published']);
  });

  it('has a page with the counts of four weeks', async () => {
    const { data: pages } = expectStatus(await example().GET('/api/v1/biolinks/pages'), 200).body;
    const params = { path: { page: pages[0]?.id ?? '' } };
    const read = await example().GET('/api/v1/biolinks/pages/{page}/analytics', { params });
    const { totals, rows } = expectStatus(read, 200).body.data;

    expect(pages).toHaveLength(1);
    expect(totals.views).toBeGreaterThan(1500);
    expect(totals.clicks).toBeGreaterThan(500);
    expect(rows.filter((row) => 'day' in row && row.views > 0).length).toBeGreaterThanOrEqual(27);
  });

  it('does not grow at the next start', async () => {
    const count = (await allEvents()).length;
    const { dataDir, receiverUrl } = stack;
    expect(await stack.stop()).toBe(0);
    stack = await startStack({ dataDir, env: { ...env, RECEIVER_PORT: new URL(receiverUrl).port } });

    expect((await progress()).completedSteps).toBe(EXAMPLE_STEPS.length);
    expect((await allEvents()).length).toBe(count);
    expect(await stack.logs()).not.toContain('example: ');
  });

  it('is beside a demo page whose picture needs no network', async () => {
    const page = await (await fetch(stack.pageUrl)).text();
    const sources = [...page.matchAll(/<img src="([^"]{0,40})/gu)].map(([, source]) => source);

    expect(sources).toEqual([expect.stringMatching(/^data:image\/webp;base64,/u)]);
  });
});
