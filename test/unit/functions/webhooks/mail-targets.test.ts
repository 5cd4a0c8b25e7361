import { beforeEach, describe, expect, it } from 'vitest';
import { createHandler } from '#functions/webhooks/send-notification/handler.ts';
import type { NotificationMessage } from '#shared/webhooks/domain/notification-message.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { type MemoryApi, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { createMemoryMailSender } from '#test/support/fakes/webhooks/memory-mail-sender.ts';
import { createMemoryNotificationQueue } from '#test/support/fakes/webhooks/memory-notification-queue.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';

const BODY = { name: 'Ada', kind: 'email', email: 'ada@example.com', conditions: ['breaker_opened'] };
const HOSTILE = 'Bad\u202e <b>name</b>\u0000 https://evil.example';

/** Every operation and `send-notification` on the same fakes. */
async function start() {
  const api = await startMemoryApi();
  const mailer = createMemoryMailSender();
  const dependencies = {
    ...api,
    queue: createMemoryNotificationQueue(),
    sender: createScriptedSender(),
    mailer,
    apiOrigins: ['https://api.example.com'],
    retryDelays: [10, 60],
    delayLimit: 900,
    clock: api.clock,
    random: () => 0.5,
    log: api.log,
  };
  return {
    api,
    mailer,
    handle: createHandler(dependencies),
    withoutSender: createHandler({ ...dependencies, mailer: undefined }),
  };
}

let api: MemoryApi;
let world: Awaited<ReturnType<typeof start>>;

beforeEach(async () => {
  world = await start();
  ({ api } = world);
});

async function create(json: object = BODY) {
  const { status, body } = await api.call('create-notification-target', { json });
  expect(status).toBe(201);
  return { id: String(body.data.id), data: body.data };
}

function stored(id: string) {
  const target = [...api.core.notificationTargets.values()].find((one) => one.id === id);
  if (!target) throw new Error('The target is gone');
  return target;
}

const confirmations = () =>
  [...api.core.requestedTests.values()].filter(({ observed }) => observed === 'confirmation_requested');

/** Handles the newest request for a confirmation, like the stream and the queue do. */
async function passOn(handle = world.handle): Promise<void> {
  const newest = confirmations().at(-1);
  if (newest) await handle(newest);
}

/** The last segment of a link of the newest mail. */
function linkOf(purpose: 'confirm' | 'unsubscribe'): string {
  const text = world.mailer.mails.at(-1)?.text ?? '';
  return new RegExp(`/notification-mail/(${purpose}\\.\\S+)`, 'u').exec(text)?.[1] ?? '';
}

const show = (link: string) =>
  api.call('answer-notification-mail', { method: 'GET', key: null, params: { link } });
const answer = (link: string) => api.call('answer-notification-mail', { key: null, params: { link } });
const resend = (target: string) => api.call('resend-confirmation', { params: { target } });
const test = (target: string) => api.call('send-test-notification', { params: { target } });

async function confirmed() {
  const { id } = await create();
  await passOn();
  expect((await answer(linkOf('confirm'))).status).toBe(200);
  return id;
}

function opened(endpointId: string): NotificationMessage {
  return { observed: 'breaker_opened', workspaceId: api.workspaceId, endpointId, at: api.clock().getTime() };
}

describe('create-notification-target with an email address', () => {
  it('waits for a confirmation, and stores links as ciphertext and hash only', async () => {
    const { id, data } = await create();

    expect(data).toMatchObject({
      kind: 'email',
      email: 'ada@example.com',
      state: 'pending_confirmation',
      url: null,
      url_hint: null,
      secret_hint: null,
      secret_rotation: null,
    });
    await passOn();
    const [, , , secret = '?'] = linkOf('confirm').split('.');
    expect(secret).toMatch(/^[\w-]{43}$/u);
    expect(JSON.stringify(stored(id))).not.toContain(secret);
  });

  it.each([
    [{ email: undefined }, 'required', '#/email'],
    [{ email: 'ada' }, 'invalid_format', '#/email'],
    [{ email: 'ada@example.com, eve@example.com' }, 'invalid_format', '#/email'],
    [{ email: 'ada@example.com\r\nBcc: eve@example.com' }, 'invalid_characters', '#/email'],
    [{ email: 'ädä@example.com' }, 'invalid_format', '#/email'],
    [{ url: 'https://hooks.example.com/x' }, 'field_not_updatable', '#/url'],
    [{ kind: 'https' }, 'field_not_updatable', '#/email'],
    [{ kind: 'https', email: undefined }, 'required', '#/url'],
    [{ state: 'active' }, 'field_not_updatable', '#/state'],
  ])('rejects %j with %s and creates nothing', async (changes, code, pointer) => {
    const { status, body } = await api.call('create-notification-target', { json: { ...BODY, ...changes } });

    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ code, pointer });
    expect(api.core.notificationTargets.size).toBe(0);
  });

  it('needs a sender of the stage', async () => {
    api.mail.isConfigured = false;
    const { status, body } = await api.call('create-notification-target', { json: BODY });

    expect({ status, code: body.code }).toEqual({ status: 409, code: 'mail_sender_missing' });
    expect(confirmations()).toEqual([]);
  });

  it('asks an address once an hour, also if another workspace requests it', async () => {
    await create();
    const { key } = await api.createOtherWorkspace();
    const again = await api.call('create-notification-target', {
      key,
      json: { ...BODY, email: 'ADA@example.com' },
    });

    expect({ status: again.status, code: again.body.code }).toEqual({
      status: 409,
      code: 'confirmation_limit_reached',
    });
    expect(confirmations()).toHaveLength(1);
  });

  it('never changes the address', async () => {
    const { id } = await create();
    for (const json of [{ email: 'eve@example.com' }, { url: 'https://hooks.example.com/x' }]) {
      const { status, body } = await api.call('update-notification-target', { json, params: { target: id } });
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'field_not_updatable' });
    }
    expect(stored(id).revision).toBe(1);
  });
});

describe('the confirmation mail', () => {
  it('is sent once for a repeated message, and contains nothing that a customer entered', async () => {
    await create({ ...BODY, name: 'Click evil.example now' });
    await passOn();
    await passOn();

    expect(world.mailer.mails).toHaveLength(1);
    const [mail] = world.mailer.mails;
    expect(mail).toMatchObject({
      to: 'ada@example.com',
      subject: 'Confirm that you want to receive notifications',
    });
    expect(mail?.text).not.toContain('evil');
    expect(mail?.html).not.toContain('evil');
    expect(mail?.unsubscribeUrl).toContain('/notification-mail/unsubscribe.');
  });

  it('is in the log with its outcome', async () => {
    await create({ ...BODY, email: 'rejected@example.com' });
    await passOn();
    const { body } = await api.call('list-notifications');

    expect(body.data).toMatchObject([
      { notification: 'confirmation', state: 'failed', reason: 'receiver_rejected', last_status_code: 400 },
    ]);
  });

  it('is logged with the message ID of SES, by which a bounce is found, and without the address', async () => {
    await create();
    await passOn();

    expect(api.log.lines.filter(({ code }) => code === 'NOTIFICATION_ATTEMPTED')).toMatchObject([
      { fields: { cause: 'confirmation', state: 'delivered', mail_id: 'memory-1' } },
    ]);
    expect(JSON.stringify(api.log.lines)).not.toContain('ada@example.com');
  });

  it('is retried if SES throttles it', async () => {
    await create({ ...BODY, email: 'throttled@example.com' });
    await passOn();
    const { body } = await api.call('list-notifications');

    expect(body.data).toMatchObject([{ state: 'pending', attempts: 1, last_status_code: 429 }]);
  });

  it('fails in a stage whose sender was removed', async () => {
    await create();
    await passOn(world.withoutSender);
    const { body } = await api.call('list-notifications');

    expect(body.data).toMatchObject([{ state: 'failed', reason: 'mail_sender_missing', attempts: 0 }]);
  });

  it('is not sent for a request that a newer one replaced', async () => {
    const { id } = await create();
    const [first] = confirmations();
    api.clock.advance(3601);
    expect((await resend(id)).status).toBe(202);
    if (first) await world.handle(first);

    expect(world.mailer.mails).toEqual([]);
    await passOn();
    expect(world.mailer.mails).toHaveLength(1);
  });
});

describe('the page of a link', () => {
  it('changes nothing when it is opened, and confirms when its button is pressed', async () => {
    const { id } = await create();
    await passOn();
    const link = linkOf('confirm');
    for (let opening = 0; opening < 3; opening += 1)
      expect((await show(link)).text).toContain('<form method="post">');
    expect(stored(id)).toMatchObject({ revision: 1, destination: { state: 'pending_confirmation' } });
    const { status, text, headers } = await answer(link);

    expect(status).toBe(200);
    expect(text).toContain('ada@example.com');
    expect(headers['Content-Security-Policy']).toContain("default-src 'none'");
    expect(stored(id).destination).toMatchObject({ state: 'active', confirmation: null });
  });

  it('confirms once', async () => {
    await confirmed();

    expect((await answer(linkOf('confirm'))).status).toBe(404);
    expect((await show(linkOf('confirm'))).status).toBe(404);
  });

  it('shows the same page for every link that does not work', async () => {
    const { id } = await create();
    await passOn();
    const [confirm, unsubscribe] = [linkOf('confirm'), linkOf('unsubscribe')];
    const secret = confirm.slice(-43);
    const broken = [
      'x',
      '%00',
      confirm.slice(0, -1),
      `${confirm.slice(0, -43)}${'A'.repeat(43)}`,
      // A link has one purpose.
      `${unsubscribe.slice(0, -43)}${secret}`,
      `confirm.${unsubscribe.split('.').slice(1).join('.')}`,
      confirm.replace(id, '00000000-0000-4000-8000-000000000000'),
    ];
    const answers = await Promise.all(broken.flatMap((link) => [show(link), answer(link)]));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(stored(id).destination).toMatchObject({ state: 'pending_confirmation' });
  });

  it('confirms nothing after two days', async () => {
    const { id } = await create();
    await passOn();
    api.clock.advance(48 * 3600);

    expect((await answer(linkOf('confirm'))).status).toBe(404);
    expect(stored(id).destination).toMatchObject({ state: 'pending_confirmation' });
  });
});

describe('notifications by mail', () => {
  it('are sent to a confirmed address only', async () => {
    const { endpoint } = await anEndpointOf(api);
    const { id } = await create();
    expect(await test(id)).toMatchObject({ status: 409, body: { code: 'confirmation_required' } });
    await world.handle(opened(endpoint.id));
    expect(world.mailer.mails).toEqual([]);
    await passOn();
    await answer(linkOf('confirm'));
    await world.handle(opened(endpoint.id));

    expect(world.mailer.mails).toHaveLength(2);
  });

  it('name the endpoint without characters that change how the text is read, and link to the console', async () => {
    const { endpoint } = await anEndpointOf(api, HOSTILE);
    await confirmed();
    await world.handle(opened(endpoint.id));
    const mail = world.mailer.mails.at(-1);

    expect(mail?.subject).toBe('A webhook endpoint does not respond');
    expect(mail?.text).toContain('Bad <b>name</b>');
    // oxlint-disable-next-line no-control-regex
    expect(mail?.text).not.toMatch(/[\u202e\u0000\r]/u);
    expect(mail?.html).toContain('Bad &lt;b&gt;name&lt;/b&gt;');
    // oxlint-disable-next-line no-control-regex
    expect(mail?.html).not.toMatch(/[\u202e\u0000\r]/u);
    expect(mail?.text).toContain(`https://api.example.com/console/endpoints/${endpoint.id}`);
  });

  it('end when the owner unsubscribes, until the owner confirms again', async () => {
    const { endpoint } = await anEndpointOf(api);
    const id = await confirmed();
    const unsubscribe = linkOf('unsubscribe');
    expect((await show(unsubscribe)).text).toContain('Unsubscribe?');
    for (let pressed = 0; pressed < 2; pressed += 1) expect((await answer(unsubscribe)).status).toBe(200);
    expect(stored(id).destination).toMatchObject({ state: 'unsubscribed' });
    await world.handle(opened(endpoint.id));
    expect(world.mailer.mails).toHaveLength(1);

    api.clock.advance(3601);
    expect((await resend(id)).body.data).toMatchObject({ state: 'pending_confirmation' });
    await passOn();
    expect((await answer(linkOf('confirm'))).status).toBe(200);
    await world.handle(opened(endpoint.id));
    expect(world.mailer.mails).toHaveLength(3);
    // The first link to unsubscribe works as long as the target exists.
    expect((await answer(unsubscribe)).status).toBe(200);
    expect(stored(id).destination).toMatchObject({ state: 'unsubscribed' });
  });

  it('that wait for a retry are cancelled when the owner unsubscribes', async () => {
    const id = await confirmed();
    api.clock.advance(1);
    const { body } = await test(id);
    await answer(linkOf('unsubscribe'));
    const job = api.core.requestedTests.get(String(body.data.id));
    if (job) await world.handle(job);

    expect(world.mailer.mails).toHaveLength(1);
    expect((await api.call('list-notifications')).body.data[0]).toMatchObject({
      state: 'cancelled',
      reason: 'not_confirmed',
    });
  });
});

describe('resend-confirmation', () => {
  it('rejects targets that need none, and requests within an hour', async () => {
    const https = await create({
      ...BODY,
      kind: 'https',
      email: undefined,
      url: 'https://hooks.example.com/x',
    });
    const { id } = await create();
    await passOn();

    expect(await resend(https.id)).toMatchObject({
      status: 409,
      body: { code: 'confirmation_not_required' },
    });
    expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'confirmation_limit_reached' } });
    expect((await show(linkOf('confirm'))).status).toBe(200);
    api.mail.isConfigured = false;
    expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'mail_sender_missing' } });
    await answer(linkOf('confirm'));
    expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'confirmation_not_required' } });
  });
});

async function anEndpointOf({ workspaceId, admin, endpoints }: MemoryApi, name = 'Order desk') {
  const endpoint = anEndpoint({ workspaceId, responsibleMember: { id: admin.id, name: admin.name }, name });
  await endpoints.create(endpoint, aContext());
  return { endpoint };
}
