import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import * as v from 'valibot';
import { ACCOUNT, REGION } from './ministack-server.ts';
import { caller, contactCreated, nthRequest, type SmokeTarget, type Step, until } from './smoke-test.ts';

const API_FUNCTION = 'workspace-dev-get-workspace';
const CONSUMER = 'workspace-dev-deliver-webhook';
const ALIAS = 'live';
const ASSETS = `cdk-hnb659fds-assets-${ACCOUNT}-${REGION}`;
/** Longer than a delivery of the smoke test takes. */
const SILENT_MS = 5000;

/** The response to a failed function. API Gateway responds with 500. */
const EMULATED_FAILURE = 502;

const templateSchema = v.object({
  Resources: v.record(
    v.string(),
    v.looseObject({ Properties: v.optional(v.looseObject({ Code: v.optional(v.unknown()) })) }),
  ),
});
const codeSchema = v.object({ S3Key: v.string() });
const versionSchema = v.object({ Version: v.string() });
const aliasSchema = v.object({ FunctionVersion: v.string() });
const versionsSchema = v.object({ Versions: v.array(versionSchema) });
const configurationSchema = v.object({ LastUpdateStatus: v.string() });

export type RollBackTarget = SmokeTarget & {
  /** The cloud assembly of the good release. */
  readonly assembly: string;
};

/**
 * Breaks a function of the API and a function behind an alias, and rolls both back with the requests that the commands in
 * docs/operations.md#rolling-back send. A broken release is the code of another function, whose environment variables are missing.
 */
export async function rollBack(target: RollBackTarget, steps: Step[]): Promise<void> {
  await rollBackApiFunction(target, steps);
  await rollBackAlias(target, steps);
}

async function rollBackApiFunction(target: RollBackTarget, steps: Step[]): Promise<void> {
  const call = caller(target);
  const code = (key: string) => ({ S3Bucket: ASSETS, S3Key: key });
  const good = await codeKey(target, 'workspace-dev-workspace', 'GetWorkspaceFunction');
  const broken = await codeKey(target, 'workspace-dev-delivery', 'DeliverWebhookFunction');

  await lambda(target, 'PUT', `${API_FUNCTION}/code`, code(broken));
  await updated(target, API_FUNCTION);
  await call('GET', '/api/v1/workspace', EMULATED_FAILURE);
  steps.push({
    step: 'release a broken get-workspace',
    observed: `GET /api/v1/workspace returns ${EMULATED_FAILURE}`,
  });

  await lambda(target, 'PUT', `${API_FUNCTION}/code`, code(good));
  await updated(target, API_FUNCTION);
  await call('GET', '/api/v1/workspace', 200);
  steps.push({
    step: 'aws lambda update-function-code with the S3 key of the previous template',
    observed: 'GET /api/v1/workspace returns 200',
  });
}

async function rollBackAlias(target: RollBackTarget, steps: Step[]): Promise<void> {
  const { receiver, signal } = target;
  const call = caller(target);
  const alias = `${CONSUMER}/aliases/${ALIAS}`;
  const ingest = (name: string) => call('POST', '/api/v1/salesbot/events', 202, contactCreated(name));
  const previous = v.parse(aliasSchema, await lambda(target, 'GET', alias)).FunctionVersion;
  const broken = await codeKey(target, 'workspace-dev-delivery', 'RecoverDeliveriesFunction');
  await lambda(target, 'PUT', `${CONSUMER}/code`, { S3Bucket: ASSETS, S3Key: broken });
  await updated(target, CONSUMER);
  const published = v.parse(versionSchema, await lambda(target, 'POST', `${CONSUMER}/versions`, {})).Version;
  await lambda(target, 'PUT', alias, { FunctionVersion: published });
  assert.notEqual(published, previous);

  const before = receiver.received.length;
  await ingest('Released broken');
  await delay(SILENT_MS, undefined, { signal });
  assert.equal(receiver.received.length, before, 'the broken version delivered a webhook');
  steps.push({
    step: `point the alias of deliver-webhook from version ${previous} to a broken version ${published}`,
    observed: `no webhook within ${SILENT_MS / 1000} s of an event`,
  });

  const { Versions } = v.parse(versionsSchema, await lambda(target, 'GET', `${CONSUMER}/versions`));
  assert.ok(Versions.some(({ Version }) => Version === previous));
  await lambda(target, 'PUT', alias, {
    FunctionVersion: previous,
    RoutingConfig: { AdditionalVersionWeights: {} },
  });
  const from = Date.now();
  await ingest('Rolled back');
  const first = await nthRequest(receiver, before + 1, signal);
  steps.push({
    step: 'aws lambda list-versions-by-function, aws lambda update-alias to the previous version',
    observed: `a webhook after ${first.at - from} ms`,
  });
}

/** The key of a function's code, read from the template as docs/operations.md says. */
async function codeKey({ assembly }: RollBackTarget, stack: string, id: string): Promise<string> {
  const json: unknown = JSON.parse(await readFile(join(assembly, `${stack}.template.json`), 'utf8'));
  return v.parse(codeSchema, v.parse(templateSchema, json).Resources[id]?.Properties?.Code).S3Key;
}

/** The command line waits for this with `aws lambda wait function-updated`. */
async function updated(target: RollBackTarget, name: string): Promise<void> {
  await until(`${name} is updated`, target.signal, async () => {
    const configuration = await lambda(target, 'GET', `${name}/configuration`);
    return v.parse(configurationSchema, configuration).LastUpdateStatus === 'Successful';
  });
}

/** A request of Lambda's API. The emulator reads only the account and the region of the signature. */
async function lambda(
  { endpoint, signal }: RollBackTarget,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<unknown> {
  const credential = `${ACCOUNT}/20260101/${REGION}/lambda/aws4_request`;
  const headers = {
    'content-type': 'application/json',
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`,
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const url = `${endpoint}/2015-03-31/functions/${path}`;
  const response = await request(url, { method, headers, signal, ...sent });
  const text = await response.body.text();
  assert.ok(response.statusCode < 300, `${method} ${path} returned ${response.statusCode}: ${text}`);
  return JSON.parse(text);
}
