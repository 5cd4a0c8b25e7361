import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import * as v from 'valibot';
import { type ReceivedWebhook, verifySignatures, type WebhookReceiver } from './webhook-receiver.ts';

const POLL_MS = 100;
/** Cold starts of several functions on a busy machine. */
const ARRIVES_WITHIN_MS = 60_000;
/** Half of the first retry delay of 10 seconds, because the delay is randomized. */
const RETRY_NOT_BEFORE_MS = 5000;
/** The function that exports runs once a minute. */
const EXPORTED_WITHIN_MS = 180_000;
const EVENT = 'salesbot.contact.created';
/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const endpointSchema = v.object({ data: v.object({ id: v.string() }), secret: v.string() });
const deliveriesSchema = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      state: v.string(),
      attempts: v.array(v.object({ status_code: v.nullable(v.number()) })),
    }),
  ),
});

const pageSchema = v.object({ data: v.object({ id: v.string(), public_url: v.string() }) });
const withId = v.object({ data: v.object({ id: v.string() }) });
const uploadSchema = v.object({
  data: v.object({ uuid: v.string() }),
  upload: v.object({ url: v.string(), headers: v.record(v.string(), v.string()) }),
});
const exportSchema = v.object({
  data: v.object({ state: v.string(), files: v.array(v.object({ url: v.string() })) }),
});

export type SmokeTarget = {
  /** Address of the emulator, which distinguishes APIs by the Host header. */
  readonly endpoint: string;
  readonly apiHost: string;
  readonly pagesHost: string;
  readonly apiKey: string;
  readonly receiver: WebhookReceiver;
  readonly signal: AbortSignal;
};

export type Step = { readonly step: string; readonly observed: string };

/** Takes the steps of a first customer over HTTP. Adds each step to `steps` when it has succeeded, and throws at the first failure. */
export async function smokeTest(target: SmokeTarget, steps: Step[]): Promise<void> {
  const { receiver, signal } = target;
  const call = caller(target);
  const done = (step: string, observed: string): void => void steps.push({ step, observed });

  await call('GET', '/healthz', 200);
  done('GET /healthz', '200');
  await call('GET', '/api/v1/workspace', 200);
  done('GET /api/v1/workspace with the bootstrapped key', '200');
  await caller({ ...target, apiKey: `${target.apiKey}x` })('GET', '/api/v1/workspace', 401);
  done('GET /api/v1/workspace with a wrong key', '401');

  const subscriptions = [{ event: EVENT }];
  const created = await call('POST', '/api/v1/workspace-webhooks', 201, {
    name: 'Smoke test',
    url: receiver.url,
    subscriptions,
  });
  const { data, secret } = v.parse(endpointSchema, created);
  done('create an endpoint', '201');
  await call('PATCH', `/api/v1/workspace-webhooks/${data.id}`, 200, { enabled: true });
  done('enable it', '200');

  const path = `/api/v1/workspace-webhooks/${data.id}/deliveries`;
  const deliveries = async () => v.parse(deliveriesSchema, await call('GET', path, 200)).data;
  const ingested = Date.now();
  await call('POST', '/api/v1/salesbot/events', 202, contactCreated('Ada Lovelace'));
  done('ingest an event', '202');
  const first = await nthRequest(receiver, 1, signal);
  verifySignatures(first, secret);
  done('receive it', `after ${first.at - ingested} ms, both signatures verified`);
  await until('the delivery succeeds', signal, async () => (await deliveries())[0]?.state === 'succeeded');
  done('read the delivery', 'succeeded');

  receiver.respondWith(503);
  await call('POST', '/api/v1/salesbot/events', 202, contactCreated('Grace Hopper'));
  const rejected = await nthRequest(receiver, 2, signal);
  receiver.respondWith(200);
  verifySignatures(rejected, secret);
  done('respond with 503 to a second event', 'both signatures verified');
  const retried = await nthRequest(receiver, 3, signal);
  verifySignatures(retried, secret);
  const waited = retried.at - rejected.at;
  assert.equal(rejected.status, 503);
  assert.ok(waited >= RETRY_NOT_BEFORE_MS, `the retry came after ${waited} ms`);
  assert.equal(retried.headers['x-webhook-delivery'], rejected.headers['x-webhook-delivery']);
  assert.deepEqual(retried.body, rejected.body);
  done(
    'receive the retry',
    `after ${waited} ms, with the same delivery id and body, both signatures verified`,
  );
  await until('the retry is recorded', signal, async () => {
    const latest = (await deliveries()).find(({ id: own }) => own === retried.headers['x-webhook-delivery']);
    return latest?.attempts.map(({ status_code: status }) => status).join() === '503,200';
  });
  done('read the attempts', '503, 200');

  await openPage(target, call, done);
  await uploadAndExport(call, done, signal);
}

/** The page of a customer is on the API of pages, and nothing of the API is. */
async function openPage(
  target: SmokeTarget,
  call: ReturnType<typeof caller>,
  done: (step: string, observed: string) => void,
): Promise<void> {
  const { data: page } = v.parse(
    pageSchema,
    await call('POST', '/api/v1/biolinks/pages', 201, { slug: 'smoke-test', title: 'Smoke test' }),
  );
  const publish = { status: 'active' };
  await call('POST', `/api/v1/biolinks/pages/${page.id}/status`, 200, publish, { 'if-match': '*' });
  const read = async (host: string, path: string) => {
    const { statusCode, body } = await request(`${target.endpoint}${path}`, {
      headers: { host },
      signal: target.signal,
    });
    return { status: statusCode, text: await body.text() };
  };
  const shown = await read(target.pagesHost, '/smoke-test');
  assert.equal(shown.status, 200, `GET of the page returned ${shown.status}`);
  assert.match(shown.text, /Smoke test/u);
  assert.equal(new URL(page.public_url).host.split('.')[0], target.pagesHost.split('.')[0]);
  done('open a page at the API of pages', '200, and its `public_url` has this API');
  for (const [host, path] of [
    [target.apiHost, '/smoke-test'],
    [target.pagesHost, '/api/v1/workspace'],
    [target.pagesHost, '/docs'],
  ] as const)
    assert.equal((await read(host, path)).status, 404, `${path} exists at ${host}`);
  done('open paths of the other API', '404');
}

/** Functions that read and write S3: upload, check and export of a file. */
async function uploadAndExport(
  call: ReturnType<typeof caller>,
  done: (step: string, observed: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { data: workspace } = v.parse(withId, await call('GET', '/api/v1/workspace', 200));
  const library = `/os/api/${workspace.id}/media`;
  const declared = { name: 'Dot.png', mime_type: 'image/png', size: PICTURE.length };
  const { data: media, upload } = v.parse(uploadSchema, await call('POST', library, 201, declared));
  const put = await request(upload.url, { method: 'PUT', headers: upload.headers, body: PICTURE, signal });
  await put.body.dump();
  assert.equal(put.statusCode, 200, `PUT of the upload URL returned ${put.statusCode}`);
  done('upload a picture to the presigned URL', '200');
  await call('POST', `${library}/${media.uuid}/complete`, 200);
  done('complete the upload, which checks and copies it', '200');

  const { data: exported } = v.parse(withId, await call('POST', '/api/v1/workspace/exports', 202, {}));
  const path = `/api/v1/workspace/exports/${exported.id}`;
  let files: readonly string[] = [];
  await until(
    'the export is complete',
    signal,
    async () => {
      const { data } = v.parse(exportSchema, await call('GET', path, 200));
      files = data.files.map(({ url }) => url);
      return data.state === 'completed';
    },
    EXPORTED_WITHIN_MS,
  );
  for (const url of files) {
    const read = await request(url, { signal });
    await read.body.dump();
    assert.equal(read.statusCode, 200, `GET of an exported file returned ${read.statusCode}`);
  }
  done('export the workspace and read the files', `${files.length} files`);
}

export function caller({ endpoint, apiHost, apiKey, signal }: SmokeTarget) {
  return async (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    expected: number,
    body?: object,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const own = { host: apiHost, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const headers = { ...own, ...more };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await request(`${endpoint}${path}`, { method, headers, signal, ...sent });
    const text = await response.body.text();
    assert.equal(response.statusCode, expected, `${method} ${path} returned ${response.statusCode}: ${text}`);
    const json: unknown = JSON.parse(text);
    return json;
  };
}

export function contactCreated(name: string): object {
  return { event: EVENT, data: { contact: { id: crypto.randomUUID(), name } } };
}

export async function nthRequest(
  { received }: WebhookReceiver,
  count: number,
  signal: AbortSignal,
): Promise<ReceivedWebhook> {
  await until(`request ${count} arrives`, signal, () => received.length >= count);
  const found = received[count - 1];
  assert.ok(found);
  return found;
}

export async function until(
  condition: string,
  signal: AbortSignal,
  holds: () => boolean | Promise<boolean>,
  limitMs = ARRIVES_WITHIN_MS,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    if (await holds()) return;
    await delay(POLL_MS, undefined, { signal });
  }
  throw new Error(`Not within ${limitMs / 1000} s: ${condition}`);
}
