import * as v from 'valibot';
import { startHttpPart, type HttpPart, type PartAnswer, type PartRequest } from '#local/http-part.ts';
import { readJsonFile, writeJsonFile } from '#local/json-file.ts';
import { verifySignatures } from './verify-signatures.ts';

type Received = {
  readonly receivedAt: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answered: number | 'hang';
};

const secretsSchema = v.array(v.string());
const registration = v.object({ secret: v.pipe(v.string(), v.startsWith('whsec_')) });
const MOST_RECEIVED = 1000;

/**
 * A webhook receiver to play with. Any path takes deliveries and answers 200; `/status/<code>`, `/redirect` and `/hang` misbehave,
 * and `?fail=<n>` fails the first n attempts of each delivery. `GET /_received` lists what came, newest first, each
 * checked against the secrets told by `POST /_secrets {"secret": "whsec_…"}`; `DELETE /_received` forgets it.
 */
export async function startDemoReceiver(options: {
  readonly port: number;
  /** Where told secrets are kept between runs. */
  readonly secretsFile: string;
  readonly now: () => number;
}): Promise<HttpPart> {
  const secrets = new Set(v.parse(secretsSchema, readJsonFile(options.secretsFile) ?? []));
  const received: Received[] = [];
  const attempts = new Map<string, number>();

  function deliver(request: PartRequest): PartAnswer {
    const headers = flatten(request.headers);
    const answer = behave(request.url, countAttempt(headers['x-webhook-delivery']));
    received.unshift({
      receivedAt: options.now(),
      method: request.method,
      path: request.url.pathname + request.url.search,
      headers,
      body: request.body.toString('utf8'),
      answered: answer === 'hang' ? answer : answer.status,
    });
    received.length = Math.min(received.length, MOST_RECEIVED);
    return answer;
  }

  function countAttempt(delivery: string | undefined): number {
    if (delivery === undefined) return 1;
    const count = (attempts.get(delivery) ?? 0) + 1;
    attempts.delete(delivery);
    attempts.set(delivery, count);
    const oldest = attempts.keys().next();
    if (attempts.size > MOST_RECEIVED && oldest.done !== true) attempts.delete(oldest.value);
    return count;
  }

  function register(body: Buffer): PartAnswer {
    const parsed = v.safeParse(registration, parseJson(body));
    if (!parsed.success) return json(400, { error: 'send {"secret": "whsec_…"}' });
    secrets.add(parsed.output.secret);
    writeJsonFile(options.secretsFile, [...secrets]);
    return json(200, { secrets: secrets.size });
  }

  return startHttpPart({
    port: options.port,
    portVariable: 'RECEIVER_PORT',
    handle: async (request) => {
      const { pathname } = request.url;
      if (pathname === '/_secrets') return register(request.body);
      if (pathname !== '/_received') return deliver(request);
      if (request.method === 'DELETE') received.length = 0;
      return json(
        200,
        received.map((each) => ({ ...each, verified: isVerified(each, secrets) })),
      );
    },
  });
}

function behave(url: URL, attempt: number): PartAnswer {
  const status = Number(/^\/status\/([2-5]\d\d)$/.exec(url.pathname)?.[1] ?? 200);
  const retryAfter = url.searchParams.get('retry_after');
  if (url.pathname === '/hang') return 'hang';
  if (url.pathname === '/redirect') return { status: 302, headers: { location: '/redirected' } };
  if (attempt <= Number(url.searchParams.get('fail') ?? 0)) return text(500, 'failing as asked');
  if (retryAfter === null) return text(status, status < 300 ? 'thank you' : 'answering as asked');
  return { ...text(status, 'answering as asked'), headers: { 'retry-after': retryAfter } };
}

function isVerified({ headers, body, receivedAt }: Received, secrets: ReadonlySet<string>): boolean {
  const delivery = {
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    standard: headers['webhook-signature'],
    stripe: headers['x-webhook-signature'],
    body,
    receivedAt,
  };
  return [...secrets].some((secret) => verifySignatures(delivery, secret));
}

function flatten(headers: PartRequest['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : (value ?? ''),
    ]),
  );
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function text(status: number, body: string): { status: number; body?: string } {
  return status === 204 || status === 304 ? { status } : { status, body };
}

function json(status: number, body: unknown): PartAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: `${JSON.stringify(body, null, 2)}\n`,
  };
}
