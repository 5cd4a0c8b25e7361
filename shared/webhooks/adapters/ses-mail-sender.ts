import { addAbortSignal, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { domainToASCII } from 'node:url';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Environment } from '#packages/lean-aws-client/direct-client.ts';
import { cutText } from '#shared/platform/core/text.ts';
import type { Mail, MailSender } from '#shared/webhooks/ports/mail-sender.ts';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';

/** The address of the stage, and the configuration set of its mail; empty for none. */
export type SesSettings = { readonly sender: string; readonly configurationSet: string };

const PATH = '/v2/email/outbound-emails';

/** Longest time in milliseconds for the response of SES. */
const LIMIT_MS = 8000;

/** Errors with status 400 that concern the platform or its account, and may end: they are retried like an error of the server. */
const RETRIED =
  /^(?:Throttling|TooManyRequests|LimitExceeded|SendingPaused|AccountSuspended|MailFromDomainNotVerified)/u;

const NOTHING_RECEIVED = { statusCode: null, retryAfter: null, responseText: null, messageId: null };

/**
 * `SendEmail` of the SES API v2, signed and sent by parts of the AWS SDK, which are much smaller than its client of SES. SES builds the
 * message from fields, so no text can add a header.
 */
export function createSesMailSender(
  { sender, configurationSet }: SesSettings,
  environment: Environment,
): MailSender {
  const { AWS_REGION: region = '', AWS_SESSION_TOKEN: sessionToken } = environment;
  const signer = new SignatureV4({
    service: 'ses',
    region,
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
      ...(sessionToken === undefined ? {} : { sessionToken }),
    },
    sha256: Sha256,
  });
  const http = new NodeHttpHandler({ connectionTimeout: 3000 });
  const origin = new URL(environment['AWS_ENDPOINT_URL_SESV2'] ?? `https://email.${region}.amazonaws.com`);

  async function post(body: string) {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const { protocol, hostname, port, host } = origin;
    const request = await signer.sign(
      new HttpRequest({
        method: 'POST',
        protocol,
        hostname,
        ...(port === '' ? {} : { port: Number(port) }),
        path: PATH,
        headers: {
          host,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        },
        body,
      }),
    );
    const { response } = await http.handle(new HttpRequest(request), { abortSignal: signal });
    if (!(response.body instanceof Readable)) throw new TypeError('the response has no body');
    const text = (await buffer(addAbortSignal(signal, response.body))).toString();
    return { status: response.statusCode, headers: response.headers, text };
  }

  return {
    async send(mail) {
      const startedAt = performance.now();
      const took = () => Math.round(performance.now() - startedAt);
      try {
        const { status, headers, text } = await post(
          JSON.stringify(toRequest(mail, sender, configurationSet)),
        );
        const durationMs = took();
        if (status === 200)
          return {
            ...NOTHING_RECEIVED,
            outcome: 'success',
            statusCode: status,
            durationMs,
            error: null,
            messageId: messageIdIn(text),
          };
        const code = (headers['x-amzn-errortype'] ?? '').split(':')[0] ?? '';
        return {
          outcome: 'http_error',
          statusCode: effectiveStatus(status, code),
          durationMs,
          error: `SES rejected the mail: ${/^\w{1,60}$/u.test(code) ? code : 'no error code'}.`,
          retryAfter: headers['retry-after'] ?? null,
          responseText: cutText(text, 512, 'utf-16'),
          messageId: null,
        };
      } catch (error) {
        const outcome: SendResult['outcome'] =
          error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)
            ? 'timeout'
            : 'network_error';
        return { ...NOTHING_RECEIVED, outcome, durationMs: took(), error: 'SES did not respond.' };
      }
    },
  };
}

function toRequest(
  { to, subject, text, html, unsubscribeUrl }: Mail,
  from: string,
  configurationSet: string,
) {
  const [local = '', domain = ''] = to.split('@');
  return {
    FromEmailAddress: from,
    // SES requires the ASCII form of a domain.
    Destination: { ToAddresses: [`${local}@${domainToASCII(domain)}`] },
    Content: {
      Simple: {
        Subject: { Data: subject, Charset: 'UTF-8' },
        Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
        Headers: [
          { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
          { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
        ],
      },
    },
    ...(configurationSet === '' ? {} : { ConfigurationSetName: configurationSet }),
  };
}

/** The ID in the response; null if the response has another form, because SES has accepted the mail nevertheless. */
function messageIdIn(text: string): string | null {
  return /"MessageId"\s*:\s*"([\w.@-]{1,100})"/u.exec(text)?.[1] ?? null;
}

/** The status by which the retry policy decides. A wrong permission (403) ends when an operator corrects it, so it is retried too. */
function effectiveStatus(status: number, code: string): number {
  if (RETRIED.test(code)) return 429;
  return status === 403 ? 503 : status;
}
