import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import type { HttpPart } from '#local/http-part.ts';
import { type ReceivedMail, startMailServer } from '#local/mail/mail-server.ts';
import { createSesMailSender, type SesSettings } from '#shared/webhooks/adapters/ses-mail-sender.ts';
import type { Mail, MailSender } from '#shared/webhooks/ports/mail-sender.ts';
import { createMemoryMailSender } from '#test/support/fakes/webhooks/memory-mail-sender.ts';

type Fixture = {
  readonly sender: MailSender;
  sent(): Promise<readonly Pick<Mail, 'to' | 'subject' | 'text' | 'html'>[]>;
};

let ses: HttpPart;

beforeAll(async () => {
  ses = await startMailServer({ now: Date.now });
});
afterAll(() => ses.stop());

async function received(): Promise<ReceivedMail[]> {
  const response = await fetch(`${ses.address}/mail`);
  return (await response.json()) as ReceivedMail[];
}

function sesSender(settings: Partial<SesSettings> = {}, variables: Readonly<Record<string, string>> = {}) {
  const defaults = { sender: 'notifications@example.com', configurationSet: '' };
  return createSesMailSender(
    { ...defaults, ...settings },
    {
      AWS_REGION: LOCAL_AWS.region,
      AWS_ACCESS_KEY_ID: LOCAL_AWS.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: LOCAL_AWS.credentials.secretAccessKey,
      AWS_ENDPOINT_URL_SESV2: ses.address,
      ...variables,
    },
  );
}

function aMail(overrides: Partial<Mail> = {}): Mail {
  return {
    to: `ada-${randomUUID()}@example.com`,
    subject: 'A webhook endpoint does not respond',
    text: 'The endpoint “Café” does not respond.\n\nLine two.\n',
    html: '<!doctype html><p>The endpoint “Café” does not respond.</p>\n',
    unsubscribeUrl: 'https://api.example.com/notification-mail/unsubscribe.1',
    ...overrides,
  };
}

const FIXTURES: readonly (readonly [string, () => Fixture])[] = [
  [
    'memory',
    () => {
      const sender = createMemoryMailSender();
      return { sender, sent: async () => sender.mails };
    },
  ],
  ['SES', () => ({ sender: sesSender(), sent: received })],
];

describe.each(FIXTURES)('MailSender (%s)', (_, create) => {
  it('sends a mail with its text and its HTML unchanged', async () => {
    const { sender, sent } = create();
    const mail = aMail();

    expect(await sender.send(mail)).toMatchObject({
      outcome: 'success',
      statusCode: 200,
      error: null,
      messageId: expect.stringMatching(/^[\w-]+$/u),
    });
    const found = (await sent()).filter(({ to }) => to === mail.to);
    expect(found).toMatchObject([{ subject: mail.subject, text: mail.text, html: mail.html }]);
  });

  it.each([
    ['rejected@example.com', 400],
    ['throttled@example.com', 429],
    ['broken@example.com', 500],
  ])('reports the status of a mail to %s as %i', async (to, statusCode) => {
    const { sender } = create();

    expect(await sender.send(aMail({ to }))).toMatchObject({
      outcome: 'http_error',
      statusCode,
      messageId: null,
    });
  });
});

describe('SES', () => {
  it('receives the sender, and the headers that unsubscribe with one click', async () => {
    const mail = aMail();
    await sesSender().send(mail);
    const found = (await received()).find(({ to }) => to === mail.to);

    expect(found).toMatchObject({
      from: 'notifications@example.com',
      headers: {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
  });

  it('receives the ASCII form of a domain', async () => {
    const local = `ada-${randomUUID()}`;
    await sesSender().send(aMail({ to: `${local}@bücher.example` }));

    expect((await received()).map(({ to }) => to)).toContain(`${local}@xn--bcher-kva.example`);
  });

  it('rejects a wrong signature, which is retried because an operator can correct it', async () => {
    const sender = sesSender({}, { AWS_SECRET_ACCESS_KEY: 'other' });

    expect(await sender.send(aMail())).toMatchObject({ outcome: 'http_error', statusCode: 503 });
  });

  it('is reported as unreachable', async () => {
    const sender = sesSender({}, { AWS_ENDPOINT_URL_SESV2: 'http://127.0.0.1:1' });

    expect(await sender.send(aMail())).toMatchObject({ outcome: 'network_error', statusCode: null });
  });
});
