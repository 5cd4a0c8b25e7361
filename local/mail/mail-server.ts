import * as v from 'valibot';
import { AwsError } from '#local/aws/aws-error.ts';
import { isSigned } from '#local/aws/signed-request.ts';
import { startHttpPart, type HttpPart, type PartRequest } from '#local/http-part.ts';
import { jsonPart } from '#local/json-part.ts';

/** The newest mails are kept. */
const MOST = 200;

const text = v.object({ Data: v.string(), Charset: v.optional(v.string()) });
/** No control characters: SES rejects a header that has any. */
const line = v.pipe(v.string(), v.regex(/^[^\p{Cc}]*$/u));

const sendRequest = v.object({
  FromEmailAddress: line,
  Destination: v.object({ ToAddresses: v.pipe(v.array(line), v.length(1)) }),
  Content: v.object({
    Simple: v.object({
      Subject: v.object({ ...text.entries, Data: line }),
      Body: v.object({ Text: text, Html: text }),
      Headers: v.optional(v.array(v.object({ Name: line, Value: line })), []),
    }),
  }),
  ConfigurationSetName: v.optional(v.string()),
});

/** A mail as `GET /mail` lists it, newest first. */
export type ReceivedMail = {
  readonly id: string;
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Addresses with these names before the `@` are rejected, like those of the mailbox simulator of SES. */
const REJECTED: Readonly<Record<string, AwsError>> = {
  rejected: new AwsError('MessageRejected', 'Email address is not verified.', 400),
  throttled: new AwsError('TooManyRequestsException', 'Maximum sending rate exceeded.', 429),
  broken: new AwsError('InternalServiceErrorException', 'Internal error.', 500),
};

/**
 * `SendEmail` of the SES API v2. Mails are not sent but kept: `GET /mail` lists them, `GET /` shows their texts in a browser with their links, and `GET /mail/<id>` shows one as a mail program does.
 */
export function startMailServer({ now }: { readonly now: () => number }): Promise<HttpPart> {
  const received: ReceivedMail[] = [];

  return startHttpPart({
    port: 0,
    handle: async (request) => {
      if (request.method === 'GET' && request.url.pathname === '/mail') return jsonPart(200, received);
      if (request.method === 'GET' && request.url.pathname === '/')
        return { status: 200, headers: HTML, body: asPage(received) };
      const shown = received.find(({ id }) => request.url.pathname === `/mail/${id}`);
      if (request.method === 'GET' && shown) return { status: 200, headers: STYLED, body: shown.html };
      try {
        if (!(await isSigned(request, 'ses')))
          throw new AwsError('SignatureDoesNotMatch', 'The request signature does not match.', 403);
        const mail = receive(request, new Date(now()));
        received.unshift(mail);
        received.splice(MOST);
        return jsonPart(200, { MessageId: mail.id });
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        return jsonPart(error.status, { message: error.message }, { 'x-amzn-errortype': error.code });
      }
    },
  });
}

function receive({ method, url, body }: PartRequest, at: Date): ReceivedMail {
  if (method !== 'POST' || url.pathname !== '/v2/email/outbound-emails')
    throw new AwsError('NotFoundException', 'The local SES supports only SendEmail.', 404);
  const parsed = v.safeParse(sendRequest, JSON.parse(body.toString('utf8')));
  if (!parsed.success) throw new AwsError('BadRequestException', parsed.issues[0].message, 400);
  const { FromEmailAddress: from, Destination, Content } = parsed.output;
  const [to = ''] = Destination.ToAddresses;
  const rejection = REJECTED[to.split('@')[0] ?? ''];
  if (rejection) throw rejection;
  const { Subject, Body, Headers } = Content.Simple;
  return {
    id: `local-${crypto.randomUUID()}`,
    at: at.toISOString(),
    from,
    to,
    subject: Subject.Data,
    text: Body.Text.Data,
    html: Body.Html.Data,
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
  };
}

const HTML = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" };
const STYLED = { ...HTML, 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" };

function asPage(mails: readonly ReceivedMail[]): string {
  const shown = mails.map(
    ({ id, at, to, subject, text: body }) =>
      `<h2>${escape(subject)}</h2><p>${escape(at)} to ${escape(to)}, <a href="/mail/${id}">as HTML</a></p><pre>${linked(escape(body))}</pre>`,
  );
  return `<!doctype html><html lang="en"><title>Mail</title><h1>Mail</h1>${shown.join('') || '<p>No mail was sent yet.</p>'}`;
}

function linked(escaped: string): string {
  return escaped.replaceAll(/https?:\/\/[\w.:/-]+/gu, '<a href="$&">$&</a>');
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
