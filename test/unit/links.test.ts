import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { createHandler } from '#functions/webhooks/send-notification/handler.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import { type MemoryApi, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { createMemoryMailSender } from '#test/support/fakes/webhooks/memory-mail-sender.ts';
import { createMemoryNotificationQueue } from '#test/support/fakes/webhooks/memory-notification-queue.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import { createVisitorFixture, settings } from '#test/support/fixtures/biolinks/visitor-fixture.ts';
import type { Known } from '#test/support/fixtures/platform/any-request.ts';
import { HOSTS, type HttpReply } from '#test/support/fixtures/platform/http-event.ts';
import { startSeededApi } from '#test/support/fixtures/platform/seeded-api.ts';

const [FIRST = '', SECOND = ''] = HOSTS.apiOrigins.map((origin) => new URL(origin).host);

/** Fields with the host of the request, which the client follows at once. Every other link to the stage has a configured host. */
const OF_THE_REQUEST: readonly RegExp[] = [
  /^[\w-]+ Location$/u,
  /^get-root (?:openapi|reference|console)$/u,
  /^create-console-link data\.url$/u,
  /^list-[\w-]+ links\.\w+$/u,
  /^list-[\w-]+ meta\.path$/u,
];

/** Operations whose response is a file of the repository, or a page of the console, in which links are relative. */
const OF_FILES: ReadonlySet<string> = new Set(['get-document', 'get-console', 'call-agent-tool']);

/** Every URL of the stage in a value, by the place of its text. */
function linksIn(value: unknown, place: string): readonly (readonly [string, string])[] {
  if (typeof value === 'string')
    return [...value.matchAll(/https?:\/\/([^\s/"'<>\\)?#]+)/gu)].flatMap(([, host = '']) =>
      /(?:^|\.)example\.com$/u.test(host) && /^(?:api|x1|pages)\./u.test(host)
        ? [[place, host] as const]
        : [],
    );
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    linksIn(part, Array.isArray(value) ? place : `${place}${place.endsWith(' ') ? '' : '.'}${name}`),
  );
}

function linksOf(name: string, { headers, body, text }: HttpReply) {
  return [
    ...['Location', 'Link'].flatMap((header) => linksIn(headers[header], `${name} ${header}`)),
    ...linksIn(body ?? text, `${name} `),
  ];
}

describe('links of responses', () => {
  let api: MemoryApi;
  let known: Known;

  beforeAll(async () => {
    ({ api, known } = await startSeededApi());
  });

  const overFakes = OPERATIONS.filter(
    ({ servedAt, name, routes }) => servedAt !== 'pages' && routes.length > 0 && !OF_FILES.has(name),
  );

  it.each(overFakes)('of $name have a configured host', async ({ name, examples = [], form }) => {
    if (form) return;
    const [example] = examples;
    const json = example?.body;
    const [key = null] = known.keys;
    const answer = await api.call(name, {
      host: SECOND,
      key,
      params: known.params,
      headers: { 'if-match': '*' },
      ...(json === undefined ? {} : { json }),
    });

    for (const [place, host] of linksOf(name, answer)) {
      const ofRequest = OF_THE_REQUEST.some((pattern) => pattern.test(place));
      expect([place, host]).toEqual([place, host.startsWith('pages.') ? host : ofRequest ? SECOND : FIRST]);
    }
  });
});

describe('links of mails', () => {
  /** The newest mail to a target after a change of what is stored. */
  async function mailTo(
    host: string,
    change: (target: NotificationTarget) => NotificationTarget = (same) => same,
  ) {
    const api = await startMemoryApi();
    const mailer = createMemoryMailSender();
    const handle = createHandler({
      ...api,
      queue: createMemoryNotificationQueue(),
      sender: createScriptedSender(),
      mailer,
      apiOrigins: HOSTS.apiOrigins,
      retryDelays: [10],
      delayLimit: 900,
      random: () => 0.5,
    });
    const json = { name: 'Ada', kind: 'email', email: 'ada@example.org', conditions: ['breaker_opened'] };
    const created = await api.call('create-notification-target', { host, json });
    expect(created.status).toBe(201);
    for (const [place, target] of api.core.notificationTargets)
      api.core.notificationTargets.set(place, change(target));
    for (const message of api.core.requestedTests.values())
      if (message.observed === 'confirmation_requested') await handle(message);
    return mailer.mails.at(-1);
  }

  const hostsIn = (mail: Awaited<ReturnType<typeof mailTo>>) => [
    ...new Set(linksIn({ ...mail }, '').map(([, host]) => host)),
  ];

  it.each([FIRST, SECOND, 'API.EXAMPLE.COM.'])(
    'have the first host of the API if the target was created at %s',
    async (host) => {
      const mail = await mailTo(host);

      expect(mail?.text).toContain(`https://${FIRST}/notification-mail/confirm.`);
      expect(mail?.unsubscribeUrl).toMatch(
        new RegExp(`^https://${FIRST}/notification-mail/unsubscribe\\.`, 'u'),
      );
      expect(hostsIn(mail)).toEqual([FIRST]);
    },
  );

  it.each([
    'https://links.customer.example',
    'https://pages.example.com',
    'http://api.example.com',
    'https://api.example.com.customer.example',
  ])('never have %s, which an earlier version stored', async (origin) => {
    const mail = await mailTo(FIRST, (target) =>
      target.destination.kind === 'email'
        ? { ...target, destination: { ...target.destination, origin } }
        : target,
    );

    expect(JSON.stringify(mail)).not.toContain('customer.example');
    expect(hostsIn(mail)).toEqual([FIRST]);
  });

  it('cannot be requested at the host of a customer', async () => {
    const api = await startMemoryApi();

    expect(
      await api.call('create-notification-target', { host: 'links.customer.example', json: {} }),
    ).toMatchObject({
      status: 404,
      body: { code: 'route_not_found' },
    });
    expect([...api.core.notificationTargets]).toEqual([]);
  });
});

describe('links of pages', () => {
  it.each(['/ada', '/ada/qr.svg', '/robots.txt', '/sitemap.xml', '/nobody'])(
    'of %s have the host of pages, whatever host the request names',
    async (path) => {
      const fixture = createVisitorFixture();
      await fixture.publish({ ...settings({}), slug: 'ada' });
      for (const host of ['pages.example.com', 'PAGES.example.com.', 'links.customer.example']) {
        const { headers, body } = await fixture.visit(path, { host });
        const hosts = linksIn([body, headers], '').map(([, found]) => found);

        expect(hosts.filter((found) => found !== 'pages.example.com')).toEqual([]);
        expect(body).not.toContain('links.customer.example');
      }
    },
  );
});
