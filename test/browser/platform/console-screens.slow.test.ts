import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { addDays } from '#console/screens/publishing/posts/calendar-days.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { BROWSERS } from '#test/support/builders/biolinks/browsers.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { HOSTILE } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { messagingUser } from '#test/support/fixtures/platform/console/messaging-user.ts';
import { sendingUser } from '#test/support/fixtures/platform/console/sending-user.ts';
import {
  asking,
  askingInMenu,
  opening,
  type Screen,
  walkScreens,
} from '#test/support/fixtures/platform/console/walk-screens.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const ENDPOINT = '/api/v1/workspace-webhooks/{endpoint}';
const POSTS = '/os/api/{workspace}/posts';
const MARKUP = '<img src=x';
const MAX_SUBSCRIPTIONS = 200;
/** A right-to-left note that would show if it became markup. */
const NOTE = `مرحبا <b onclick="alert(1)">bold</b> ${HOSTILE}`;
const CONTACTS = 100;

/** Texts as long and as hostile as the API accepts. */
const long = (characters: number, letter = 'W') =>
  `${HOSTILE}${letter.repeat(characters)}`.slice(0, characters);

describeInChromium('screens with hostile data', () => {
  let key: string;
  let endpoint: string;
  let delivery: string;
  let event: string;
  const { stack, browser, admin, keyOf } = consoleWorld();
  const { connectNumber, createContact, startConversation, receive, send } = messagingUser(admin);
  const { createBroadcast, aTagOf, sendToTheEnd } = sendingUser(() => stack);
  const within = () => ({ path: { workspace: stack.workspaceId } });

  beforeAll(async () => {
    key = await keyTo(...PERMISSIONS.filter((each) => each !== 'workspace:keys:write'));
    [endpoint, delivery, event] = await createHostileEndpoint();
  });

  const keyTo = (...permissions: Permission[]) => keyOf('Rita', permissions);

  const hostileUrl = () => `${stack.receiverUrl}/status/500?"><svg/onload=alert(1)>${'a'.repeat(1900)}`;

  /** An endpoint with as many events and channels as possible, its failed delivery and the event. */
  async function createHostileEndpoint() {
    const catalogue = expectStatus(await admin().GET('/api/v1/workspace-webhooks/events'), 200).body.data;
    const subscriptions = catalogue.flatMap(({ event: name, channels }) =>
      channels.map((channel) => ({ event: name, channel })),
    );
    const body = {
      name: long(100),
      description: long(280),
      url: hostileUrl(),
      subscriptions: subscriptions.slice(0, MAX_SUBSCRIPTIONS),
    };
    const created = await admin()('POST', '/api/v1/workspace-webhooks', { body });
    const params = { path: { endpoint: String(created.body.data.id) } };
    expectStatus(await admin().PATCH(ENDPOINT, { params, body: { enabled: true } }), 200);
    const tags = Array.from({ length: 100 }, (_, index) => `${HOSTILE} ${index}`);
    const id = randomUUID();
    const data = { contact: { id, name: HOSTILE, tags }, message: { id, text: long(10_000, 'M') } };
    await admin()('POST', '/api/v1/salesbot/events', { body: { event: 'salesbot.message.received', data } });
    const failed = await waitFor('a failed attempt', async () => {
      const listed = await admin().GET(`${ENDPOINT}/deliveries`, { params });
      return expectStatus(listed, 200).body.data.find(({ attempts }) => attempts.length > 0);
    });
    return [params.path.endpoint, failed.id, failed.event_id] as const;
  }

  /** The form of a new endpoint, filled in. */
  async function fillEndpoint(tab: Page): Promise<void> {
    await tab.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await tab.getByLabel('URL', { exact: true }).fill(hostileUrl());
    await tab.getByLabel('salesbot.message.delivered').check();
    await tab.getByText('127.0.0.1', { exact: true }).waitFor();
  }

  async function screensOfEndpoints(): Promise<Screen[]> {
    const path = `/endpoints/${endpoint}`;
    await waitFor('the attempt is counted', async () => {
      const read = await admin().GET(`${ENDPOINT}/metrics`, { params: { path: { endpoint } } });
      return expectStatus(read, 200).body.data.attempts > 0;
    });
    const showNumbers = (tab: Page) => tab.getByText('Show the numbers').click();
    // The text is in a part that is closed.
    const hasMarkup = (tab: Page) => tab.getByText(MARKUP).first().waitFor({ state: 'attached' });
    return [
      { path: '/', shows: MARKUP },
      { path: '/endpoints', shows: MARKUP },
      { path, shows: '1 attempt' },
      { path, shows: '1 attempt', open: asking('Pause') },
      ...['Take over', 'Delete'].map((name) => ({ path, shows: '1 attempt', open: askingInMenu(name) })),
      { path: `${path}/settings`, shows: 'Headers, signed' },
      { path: `${path}/secret`, shows: 'timingSafeEqual' },
      { path: `${path}/recover`, shows: 'Payloads are kept' },
      { path: `${path}/metrics`, shows: 'Show the numbers', open: showNumbers },
      { path: `/deliveries/${endpoint}/${delivery}`, shows: 'onerror' },
      { path: '/endpoints/new', shows: 'Create the endpoint', open: fillEndpoint },
      { path: '/events', shows: '1 endpoint' },
      { path: `/events/${event}`, shows: 'salesbot.message.received', open: hasMarkup },
      { path: '/catalogue', shows: 'salesbot.message.sent' },
      {
        path: '/catalogue/salesbot.message.received',
        shows: 'salesbot.message.received',
        open: hasMarkup,
      },
    ];
  }

  async function screensOfWorkspace(): Promise<Screen[]> {
    const all = { name: HOSTILE, permissions: [...PERMISSIONS] };
    const { id } = expectStatus(await admin().POST('/api/v1/api-keys', { body: all }), 201).body.data;
    const body = { name: long(60), email: `${randomUUID()}@example.com`, role: 'viewer' as const };
    expectStatus(await admin().POST('/api/v1/members', { body }), 201);
    const showChanges = async (tab: Page) => {
      for (const summary of await tab.locator('summary').filter({ hasText: 'Change' }).all())
        await summary.click();
    };
    return [
      { path: '/keys', shows: MARKUP },
      { path: `/keys/${id}`, shows: MARKUP },
      { path: '/keys/new', shows: 'salesbot:events:write' },
      { path: '/audit', shows: 'create-endpoint' },
      { path: `/find?id=${endpoint}`, shows: MARKUP },
      { path: '/members', shows: MARKUP, open: showChanges },
      { path: '/members/new', shows: 'A member works with API keys' },
    ];
  }

  async function screensOfMessaging(): Promise<Screen[]> {
    const number = await connectNumber('+12025550160');
    const fields = Array.from({ length: 50 }, (_, index) => [
      `${'f'.repeat(37)}_${index}`,
      `${HOSTILE}${'M'.repeat(40)}`,
    ]);
    const contact = await createContact({
      name: long(255),
      stage: HOSTILE.slice(0, 64),
      tags: Array.from({ length: 40 }, (_, index) => `${index} ${HOSTILE}`.slice(0, 64)),
      custom_fields: Object.fromEntries(fields),
      opted_out: ['whatsapp', 'sms'],
    });
    const conversation = await startConversation(contact);
    await receive(contact, long(4096, 'M'));
    for (let count = 0; count < 5; count += 1) await receive(contact, `${HOSTILE}\n\u202B${HOSTILE}`);
    await send(conversation, `${HOSTILE} ${'W'.repeat(1000)}`);
    for (let count = 1; count < CONTACTS; count += 1)
      await createContact({ name: `${count} ${HOSTILE}`, phone: null });
    const paths = { contact: `/contacts/${contact}`, conversation: `/conversations/${conversation}` };
    const connect = opening('Connect a phone number', 'ID of the number at AWS');
    return [
      { path: '/contacts', shows: MARKUP },
      { path: paths.contact, shows: MARKUP },
      { path: paths.contact, shows: MARKUP, open: asking('Delete') },
      { path: '/contacts/new', shows: 'A contact has at least' },
      { path: '/conversations', shows: MARKUP },
      { path: paths.conversation, shows: 'delivered' },
      { path: paths.conversation, shows: 'delivered', open: asking('Close') },
      {
        path: paths.conversation,
        shows: 'delivered',
        open: opening('Assign to another person', 'Member'),
      },
      { path: '/numbers', shows: 'verified' },
      { path: '/numbers', shows: 'verified', open: asking('Disconnect') },
      { path: '/numbers', shows: 'verified', open: connect },
      { path: `/numbers/${number}`, shows: 'hello_world' },
    ];
  }

  async function screensOfPosts(): Promise<Screen[]> {
    const connected = await admin().POST('/os/api/{workspace}/accounts', {
      params: within(),
      body: { provider: 'sandbox', name: 'Practice', credentials: {} },
    });
    const accounts = [expectStatus(connected, 201).body.data.id];
    const { timezone } = expectStatus(await admin().GET('/api/v1/workspace'), 200).body.data;
    const today = toLocalTime(new Date(), timezone).date;
    const create = async (fields: object = {}) => {
      const versions = [{ account_id: 0, is_original: true, content: [{ body: HOSTILE }] }];
      const body = { accounts, versions, ...fields };
      const id = expectStatus(await admin().POST(POSTS, { params: within(), body }), 201).body.data.id;
      return { id, params: { path: { workspace: stack.workspaceId, post: id } } };
    };
    const [dated, returned, waiting] = [
      await create({ date: today, time: '23:30' }),
      await create(),
      await create(),
    ];
    const proposed = { date: addDays(today, 10), time: '16:00' };
    for (const [{ params }, body] of [
      [returned, {}],
      [waiting, proposed],
    ] as const)
      expectStatus(await admin().POST(`${POSTS}/submit/{post}`, { params, body }), 200);
    const note = { params: returned.params, body: { note: NOTE } };
    expectStatus(await admin().POST(`${POSTS}/return/{post}`, note), 200);
    return [
      ...['week', 'month', 'list'].map((view) => ({ path: `/posts?view=${view}`, shows: HOSTILE })),
      { path: '/posts?view=list&status=needs_approval', shows: 'submitted by' },
      { path: `/posts/${dated.id}`, shows: 'Text of the post' },
      { path: '/posts/new', shows: 'Submit for approval' },
      { path: '/accounts', shows: 'Practice' },
      { path: '/posting-queue', shows: 'New time on Sunday' },
      { path: `/posts/${returned.id}`, shows: NOTE, open: opening('Schedule for a time', 'Time') },
      { path: `/posts/${waiting.id}`, shows: 'Submitted by', open: opening('Approve', HOSTILE) },
      {
        path: `/posts/${waiting.id}`,
        shows: 'Submitted by',
        open: opening('Return to the author', 'Note to the author'),
      },
    ];
  }

  async function screensOfPages(): Promise<Screen[]> {
    const page = await publishPage(admin(), 'hostile', { title: HOSTILE }, [
      { type: 'link', title: HOSTILE.repeat(2).slice(0, 110), url: 'https://a.example/' },
    ]);
    const params = { path: { page } };
    const listed = await admin().GET('/api/v1/biolinks/pages/{page}/blocks', { params });
    const [block] = expectStatus(listed, 200).body.data;
    const headers = { 'user-agent': BROWSERS[0]?.agent ?? '', referer: `https://${'x'.repeat(60)}.example/` };
    await fetch(`${stack.pagesUrl}/hostile`, { headers });
    await fetch(`${stack.pagesUrl}/hostile/go/${block?.id}`, { headers, redirect: 'manual' });
    await waitFor('the visits are counted', async () => {
      const read = await admin().GET('/api/v1/biolinks/pages/{page}/analytics', { params });
      const { totals } = expectStatus(read, 200).body.data;
      return totals.views + totals.clicks === 2;
    });
    const editBlock = async (tab: Page) => {
      await tab.getByRole('button', { name: /^Edit: link/u }).click();
      const preview = tab.frameLocator('iframe[title="Preview of the page"]');
      await preview.getByRole('heading', { level: 1 }).waitFor();
    };
    const showNumbers = async (tab: Page) => {
      await tab.getByText('Show the numbers').click();
      await tab.getByRole('row').first().waitFor();
    };
    return [
      { path: '/pages', shows: HOSTILE },
      { path: `/pages/${page}`, shows: HOSTILE },
      { path: `/pages/${page}/analytics?days=7`, shows: HOSTILE, open: showNumbers },
      { path: `/pages/${page}/edit`, shows: HOSTILE, open: editBlock },
      { path: '/pages/new', shows: 'New page' },
      { path: '/domains', shows: 'Domains' },
      { path: '/pixels', shows: 'Pixels' },
    ];
  }

  async function screensOfBroadcasts(): Promise<Screen[]> {
    const external = await createBroadcast({
      name: HOSTILE,
      sender: undefined,
      sending: undefined,
      message: { type: 'template', body: HOSTILE.repeat(20) },
      audience: { [HOSTILE]: 'x'.repeat(2000) },
      requires_approval: true,
    });
    const [many, arabic] = [
      await aTagOf({ [long(255, 'L')]: '10', [HOSTILE]: '01' }),
      await aTagOf({ 'محمد بن عبد الله': '02' }),
    ];
    const tags = { any: [...many.tags.any, ...arabic.tags.any, HOSTILE] };
    const template = { language: 'en_US', parameters: [HOSTILE, 'x'.repeat(1000)] };
    const fields = {
      name: HOSTILE,
      message: { type: 'template', body: 'order_update' },
      sending: { platform: 'sandbox', template },
      audience: { tags, stage: HOSTILE },
    };
    const draft = await createBroadcast(fields);
    const sent = await createBroadcast({ ...fields, audience: { tags } });
    await sendToTheEnd(sent);
    const reader = await keyTo('salesbot:broadcasts:read');
    const choosePlatform = (tab: Page) =>
      tab.getByRole('radio', { name: 'This platform, over SMS or WhatsApp' }).click();
    const begins = 'The broadcast begins as a draft.';
    return [
      { path: '/broadcasts', shows: HOSTILE },
      { path: '/broadcasts/new', shows: begins },
      { path: '/broadcasts/new', shows: begins, open: choosePlatform },
      ...[external, draft].flatMap((id) => [
        { path: `/broadcasts/${id}`, shows: HOSTILE },
        { path: `/broadcasts/${id}`, shows: HOSTILE, key: reader },
      ]),
      { path: `/broadcasts/${sent}`, shows: HOSTILE },
      { path: `/broadcasts/${sent}/recipients`, shows: long(255, 'L') },
      { path: `/broadcasts/${sent}/recipients`, shows: 'Contact ', key: reader },
    ];
  }

  it.each([
    ['endpoints, deliveries and events', screensOfEndpoints],
    ['keys, members and changes', screensOfWorkspace],
    ['contacts, conversations and phone numbers', screensOfMessaging],
    ['posts, accounts and approvals', screensOfPosts],
    ['pages, domains and pixels', screensOfPages],
    ['broadcasts', screensOfBroadcasts],
  ])(
    'show text as text, fit a phone and a desktop, and axe finds nothing in either colour scheme: %s',
    { timeout: 300_000 },
    async (_, prepare) => {
      expect(await walkScreens(browser, stack, key, await prepare())).toEqual([]);
    },
  );
});
