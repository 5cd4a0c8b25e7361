// Slow: it needs a stack of its own, whose queues it holds, and starts the command twice for each dead-letter queue.
import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEAD_LETTERS } from '#infra/settings/dead-letters.ts';
import { invokeFunction } from '#scripts/lib/samples/invoke-sample.ts';
import { prepareGiven } from '#scripts/lib/samples/sample-givens.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { daysAfter } from '#shared/platform/core/calendar-date.ts';
import { localDay } from '#shared/platform/identity/calendar.ts';
import { publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { fileOf } from '#test/support/fixtures/messaging/imports-api.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { deadLettersOf } from '#test/support/fixtures/platform/stacks/dead-letters.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { insertOf } from '#test/support/fixtures/platform/stream-record.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { startReceiverServer } from '#test/support/fixtures/webhooks/receiver-socket.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const SALESBOT = '/api/v1/salesbot';
/** The last and the first place on Earth where a day begins: their days always differ. */
const [LAST, FIRST] = ['Etc/GMT+12', 'Pacific/Kiritimati'];
const QUARTER_MS = 15 * 60_000;
/** `FRESH_MS` of deliver-webhook, and a margin. */
const FRESH_MS = 125_000;
const START_MS = 120_000;
const QUEUE_MS = 60_000;

/** Missed minutes, which are no work to do again, and queues whose records code of the operator handles. */
const TICKS = Object.entries(DEAD_LETTERS).flatMap(([stem, { redrive }]) =>
  redrive.startsWith('no') ? [stem] : [],
);
const QUARANTINES = ['QuarantinedEvents', 'QuarantinedChanges'];
const WORK = Object.keys(DEAD_LETTERS).filter((stem) => ![...TICKS, ...QUARANTINES].includes(stem));
/** Each redrive starts a process, so that only the nightly run has all of them. */
const CHOSEN = process.env['REDRIVEN_QUEUES'] ?? 'Delivery,Publish,Receipt';
const REDRIVEN = CHOSEN === 'all' ? WORK : CHOSEN.split(',');

/** What a user sees of the work when it is done once, and after another redrive of the same messages if that is another value. */
type Effect = { readonly read: () => Promise<unknown>; readonly once: unknown; readonly twice?: unknown };

/** A redrive of these has no effect that a user sees. */
const NOTHING: Effect = { read: async () => 'nothing', once: 'nothing' };

describe('npm run redrive on a running stack', () => {
  const stack = forAllTests(startStack, 'discard');
  const receiver = forAllTests(startReceiver, 'close');
  const files = forAllTests(() => startReceiverServer((response) => response.end(bytesOf('image/png', 500))));
  const queues = forAllTests(() => deadLettersOf(stack), 'close');
  const tables = forAllTests(() => openRawTables(stack), 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const effects = new Map<string, Effect>();
  let dispatched = { id: '', at: 0 };

  async function post(path: string, body: unknown = {}, method = 'POST') {
    const answer = await api(method, path, { body });
    expect([path, Math.floor(answer.status / 100), answer.body]).toEqual([path, 2, expect.anything()]);
    return answer.body;
  }

  async function shown(path: string) {
    return expectStatus(await api('GET', path), 200).body.data;
  }

  const library = (path: string) => `/os/api/${stack.workspaceId}${path}`;

  /** The requests to a path of the receiver whose body contains a text. */
  function requests(path: string, text: string): number {
    return receiver.requests.filter((each) => each.path === path && each.body.toString().includes(text))
      .length;
  }

  async function aPost(accounts: readonly number[]): Promise<string> {
    const versions = [{ account_id: 0, is_original: true, content: [{ body: 'One' }] }];
    const body = { accounts, versions, date: '2099-06-01', time: '12:00' };
    return String((await post(library('/posts'), body)).data.id);
  }

  async function aMessage(): Promise<string> {
    const phone = `+1202${randomInt(10_000, 99_999)}00`;
    const contact = (await post(`${SALESBOT}/contacts`, { name: 'Ada', phone })).data.id;
    const { id } = (await post(`${SALESBOT}/conversations`, { contact_id: contact, platform: 'sandbox' }))
      .data;
    return String((await post(`${SALESBOT}/conversations/${id}/messages`, { text: 'Hello' })).data.id);
  }

  /** A broadcast to one new contact. */
  async function aBroadcast(): Promise<string> {
    const tag = randomUUID();
    const phone = `+1202${randomInt(10_000, 99_999)}10`;
    await post(`${SALESBOT}/contacts`, { name: 'Ada', phone, tags: [tag] });
    const body = {
      name: 'Sale',
      message: { type: 'text', body: 'Now' },
      sender: 'platform',
      sending: { platform: 'sandbox' },
      audience: { tags: { any: [tag] } },
    };
    return String((await post('/api/v1/broadcasts', body)).data.id);
  }

  async function anImport(): Promise<string> {
    const file = fileOf({ name: 'Grace', email: `${randomUUID()}@example.com` });
    const { data, upload } = await post(`${SALESBOT}/contacts/imports`, { size: file.length });
    expect((await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: file })).status).toBe(
      200,
    );
    return String(data.id);
  }

  async function logged(code: string, id: string): Promise<number> {
    const lines = (await stack.logs()).split('\n');
    return lines.filter((line) => line.includes(`"${code}"`) && line.includes(id)).length;
  }

  /** Everything that must exist before, then one piece of work for each queue, whose message ends in the dead-letter queue. */
  beforeAll(async () => {
    await post('/api/v1/workspace', { timezone: LAST }, 'PATCH');
    receiver.behave(({ path }) => (path === '/hooks/gone' ? 404 : 200));
    await createEnabledEndpoint(api, receiver.url);
    const gone = await createEnabledEndpoint(api, `${receiver.url}/gone`);
    const lost = await ingestOrderPaid(api, 'lost');
    dispatched = { id: lost, at: Date.now() };
    const [failed] = await waitFor('the delivery has failed', async () => {
      const found = await shown(`${gone.path}/deliveries?state=failed`);
      return found.length > 0 && found;
    });
    const number = { platform: 'sandbox', phone: `+1415${randomInt(5_550_000, 5_559_999)}` };
    const { id: numberId } = (await post(`${SALESBOT}/phone-numbers`, number)).data;
    await post(`${SALESBOT}/phone-numbers/${numberId}/verify`);
    const sandbox = { provider: 'sandbox', credentials: {} };
    const account = Number((await post(library('/accounts'), sandbox)).data.id);
    await publishPage(api, 'redriven', {}, []).then((id) =>
      effects.set('Visits', {
        read: async () => (await shown(`/api/v1/biolinks/pages/${id}/analytics`)).totals.views,
        once: 1,
        twice: 2,
      }),
    );
    const published = await aPost([account]);
    await post(library(`/posts/schedule/${published}`), { postNow: true });
    await waitFor(
      'the post is published',
      async () => (await shown(library(`/posts/${published}`))).status_name === 'published',
    );
    const scheduled = await aPost([account]);
    await post(library(`/posts/schedule/${scheduled}`));
    const { scheduled_at: plannedAt } = await shown(library(`/posts/${scheduled}`));
    const tomorrow = daysAfter(localDay(new Date(), LAST), 1);
    const dated = { name: 'Ada', dates: { contract: { date: tomorrow, repeats: 'never' } } };
    const contact = (await post(`${SALESBOT}/contacts`, dated)).data.id;
    const { broadcastId } = await prepareGiven(stack, 'due-broadcast');
    const prepared = await anImport();
    const unsent = await aBroadcast();

    await queues.hold('ReceiptQueue');
    const accepted = await aMessage();
    await queues.filled('ReceiptDeadLetters');
    for (const stem of WORK) await queues.hold(`${stem}Queue`);
    receiver.behave(() => 200);

    const [first, second] = [await ingestOrderPaid(api, 'first'), await ingestOrderPaid(api, 'second')];
    effects.set('Delivery', { read: async () => requests('/hooks', first), once: 1 });
    effects.set('SlowDelivery', { read: async () => requests('/hooks', second), once: 1 });
    await moveToSlow(second);
    effects.set('Release', NOTHING);
    await queues.send('ReleaseDeadLetters', {
      Body: JSON.stringify({ endpointId: gone.id, after: null, secondPass: false }),
    });
    await post(`${gone.path}/recover`, { since: new Date(0).toISOString() });
    effects.set('Recovery', { read: async () => requests('/hooks/gone', lost), once: 2 });
    const target = {
      name: 'On call',
      kind: 'https',
      url: `${receiver.url}/notify`,
      conditions: ['first_final_failure'],
    };
    await post('/api/v1/notification-targets', target);
    const observed = {
      observed: 'delivery_failed',
      workspaceId: stack.workspaceId,
      endpointId: gone.id,
      at: Date.now(),
      deliveryId: failed.id,
      exhausted: false,
    };
    await queues.send('NotificationDeadLetters', { Body: JSON.stringify(observed) });
    effects.set('Notification', { read: async () => requests('/hooks/notify', gone.id), once: 1 });

    const late = await aPost([account]);
    await post(library(`/posts/schedule/${late}`), { postNow: true });
    effects.set('Publish', {
      read: async () => [
        (await shown(library(`/posts/${late}`))).status_name,
        await logged('PUBLICATION_ATTEMPTED', late),
      ],
      once: ['published', 1],
    });
    await post(library(`/posts/${published}`), { delete_mode: 'app_and_social' }, 'DELETE');
    effects.set('Removal', {
      read: async () =>
        (await shown(library(`/posts/removals/${published}`))).accounts.map(
          ({ state, attempts }: { state: string; attempts: number }) => [state, attempts],
        ),
      once: [['removed', 1]],
    });
    const { download_id: download } = await post(library('/media/from-url'), {
      url: `http://127.0.0.1:${files.port}/a.png`,
    });
    effects.set('Download', {
      read: async () => [(await shown(library(`/media/${download}`))).state, files.requests.length],
      once: ['ready', 1],
    });

    await queues.send('BroadcastDeadLetters', {
      Body: JSON.stringify({
        resource: 'broadcast',
        id: broadcastId,
        workspaceId: stack.workspaceId,
        seq: 1,
        dueAt: Date.now(),
      }),
    });
    effects.set('Broadcast', {
      read: async () => (await shown(`/api/v1/broadcasts/${broadcastId}`)).state,
      once: 'in_flight',
    });
    await post(`/api/v1/broadcasts/${unsent}/send`);
    effects.set('Sending', {
      read: async () => {
        const { state, sent, progress } = await shown(`/api/v1/broadcasts/${unsent}`);
        return [state, sent, progress.counts.delivered];
      },
      once: ['finished', 1, 1],
    });
    const queued = await aMessage();
    effects.set('Message', {
      read: async () => (await shown(`${SALESBOT}/messages/${queued}`)).status,
      once: 'delivered',
    });
    effects.set('Receipt', {
      read: async () => (await shown(`${SALESBOT}/messages/${accepted}`)).status,
      once: 'delivered',
    });
    await post(`${SALESBOT}/contacts/imports/${prepared}/start`);
    effects.set('Import', {
      read: async () => {
        const { state, created } = await shown(`${SALESBOT}/contacts/imports/${prepared}`);
        return [state, created];
      },
      once: ['completed', 1],
    });
    await post('/api/v1/workspace', { timezone: FIRST }, 'PATCH');
    effects.set('Recompute', {
      read: async () => (await shown(library(`/posts/${scheduled}`))).scheduled_at === plannedAt,
      once: false,
    });
    effects.set('Calendar', {
      read: async () => [
        'contract' in (await shown(`${SALESBOT}/contacts/${contact}`)).next_dates,
        (await shown('/api/v1/audit-events?operation=reach-dates')).length,
      ],
      once: [false, 1],
    });
    await fetch(`${stack.pagesUrl}/redriven`, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    });

    for (const stem of WORK) await queues.filled(`${stem}DeadLetters`);
    for (const stem of WORK) await queues.release(`${stem}Queue`);
  }, START_MS);

  /**
   * A message for the slow lane is the same as one for the regular lane. A message is at least a quarter of an hour old when it becomes a dead
   * letter: five receives of three minutes each.
   */
  async function moveToSlow(event: string): Promise<void> {
    const isMoved = ({ Body = '' }: { readonly Body?: string | undefined }) => Body.includes(event);
    const taken = await waitFor('both events are there', async () => {
      const found = await queues.take('DeliveryDeadLetters');
      if (found.some(isMoved)) return found;
      for (const message of found) await queues.send('DeliveryDeadLetters', message);
      return false;
    });
    for (const { Body = '', ...message } of taken) {
      const job: { createdAt: number } = JSON.parse(Body);
      const aged = { ...message, Body: JSON.stringify({ ...job, createdAt: job.createdAt - QUARTER_MS }) };
      await queues.send(isMoved(aged) ? 'SlowDeliveryDeadLetters' : 'DeliveryDeadLetters', aged);
    }
  }

  it.each(REDRIVEN)(
    '%sDeadLetters: does the work once, and nothing when the same messages are redriven again',
    async (stem) => {
      const [dead, queue] = [`${stem}DeadLetters`, `${stem}Queue`];
      const effect = effects.get(stem);
      if (effect === undefined) throw new Error(`There is no work for ${stem}`);
      const { read, once, twice = once } = effect;
      const messages = await queues.take(dead);
      for (const expected of [once, twice]) {
        for (const message of messages) await queues.send(dead, message);
        expect(await queues.redrive('--from', queues.urlOf(dead))).toMatchObject({
          code: 0,
          result: { to: queues.urlOf(queue), forwarded: messages.length, kept: 0 },
        });
        await queues.empty(dead, queue);
        await waitFor(`the work of ${stem} is done`, async () => {
          expect(await read()).toEqual(expected);
          return true;
        });
      }
      expect(messages.length).toBeGreaterThan(0);
    },
    QUEUE_MS,
  );

  it.runIf(CHOSEN === 'all')(
    'QuarantinedEventsDeadLetters: sends no delivery again that exists',
    async () => {
      // A first attempt of a newer event is not looked up, because nothing can have recorded it.
      await waitFor('the event is old enough', () => Date.now() - dispatched.at > FRESH_MS, FRESH_MS);
      await queues.send('QuarantinedEventsDeadLetters', {
        Body: JSON.stringify(await recordOf(dispatched.id)),
      });
      const { code, result } = await queues.redrive(
        '--from',
        queues.urlOf('QuarantinedEventsDeadLetters'),
        '--delivery-queue',
        queues.urlOf('DeliveryQueue'),
        '--recovery-queue',
        queues.urlOf('RecoveryQueue'),
        '--delivery-table',
        stack.deliveryTable,
      );

      expect([code, result]).toEqual([0, { to: 'dispatch', forwarded: 1, kept: 0 }]);
      await queues.empty('QuarantinedEventsDeadLetters', 'DeliveryQueue');
      expect(requests('/hooks', dispatched.id)).toBe(1);
    },
    FRESH_MS + QUEUE_MS,
  );

  it('QuarantinedChangesDeadLetters: is handled by an invocation of project-changes', async () => {
    const record = await recordOf(dispatched.id);

    expect(await invokeFunction(stack, 'project-changes', { Records: [record] })).toEqual({
      failed: false,
      result: { batchItemFailures: [] },
    });
  });

  it.each(CHOSEN === 'all' ? TICKS : TICKS.slice(0, 1))(
    'rejects %sDeadLetters, because the run of the next minute does the same work',
    async (stem) => {
      const { code, stderr } = await queues.redrive('--from', queues.urlOf(`${stem}DeadLetters`));

      expect([code, stderr]).toEqual([2, expect.stringContaining('not the dead-letter queue of any queue')]);
    },
  );

  /** The stream record of an event that is stored. */
  async function recordOf(event: string) {
    const found = (await tables.readAll()).find(
      ({ item }) => String(item['pk']).startsWith('EV#') && item['sk'] === event,
    );
    if (!found) throw new Error(`The event ${event} is not stored`);
    return insertOf(found.item);
  }
});
