import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildClient } from '#scripts/lib/packages/build-client.ts';
import {
  createForeignProject,
  type ForeignProject,
} from '#test/support/fixtures/platform/packages/foreign-project.ts';
import {
  packPackage,
  type PackedPackage,
  unwantedFiles,
} from '#test/support/fixtures/platform/packages/packed-package.ts';

/** Bytes. 130 KB in November 2026, nearly all of it the types of the API. */
const SIZE_LIMIT = 200_000;

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A program in TypeScript with correct and wrong uses; without its types, it is one in JavaScript. */
const PROGRAM = `
import { createClient, isProblem } from '@workspace-platform/client';
import { verifyWebhook, WebhookError } from '@workspace-platform/client/verify-webhook';

const [baseUrl = '', body = '', signature = '', secret = ''] = process.argv.slice(2);
const client = createClient({ baseUrl, apiKey: 'wsk_test' });
const { error } = await client.POST('/api/v1/biolinks/pages', { body: { title: 'Ada', slug: 'ada' } });
const event = verifyWebhook(body, signature, secret);
let reason = 'none';
try {
  verifyWebhook(body + ' ', signature, secret);
} catch (caught) {
  if (caught instanceof WebhookError) reason = caught.reason;
}
const code = isProblem(error, 'slug_taken') ? error.code : 'no problem';
console.log(JSON.stringify({ code, event: event.event, reason }));
`;

const WRONG_USES = `
import { createClient, isProblem } from '@workspace-platform/client';
import type { WorkspaceClient } from '@workspace-platform/client';
import type { components } from '@workspace-platform/client/schema';

const client: WorkspaceClient = createClient({ baseUrl: '', apiKey: '' });
export const code: components['schemas']['Problem']['code'] = 'slug_taken';
// @ts-expect-error There is no such path.
await client.GET('/api/v1/nothing');
// @ts-expect-error A body has no other fields.
const { error } = await client.POST('/api/v1/biolinks/pages', { body: { title: 'Ada', slug: 'ada', colour: 'red' } });
// @ts-expect-error The operation cannot return this code.
isProblem(error, 'event_not_found');
`;

describe('@workspace-platform/client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-package-'));
  let packed: PackedPackage;
  let project: ForeignProject;

  beforeAll(() => {
    buildClient(join(folder, 'built'), 'example/platform');
    packed = packPackage(join(folder, 'built'), join(folder, 'packed'));
    project = createForeignProject({
      folder: join(folder, 'project'),
      dependencies: { '@workspace-platform/client': `file:${packed.tarball}` },
      provided: ['openapi-fetch'],
    });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('contains JavaScript, declarations, README and license, and nothing of this machine', () => {
    expect(packed.files).toEqual(
      [
        'LICENSE',
        'README.md',
        'client.d.ts',
        'client.js',
        'package.json',
        'schema.d.ts',
        'verify-webhook.d.ts',
        'verify-webhook.js',
        'verify-with-keys.d.ts',
        'verify-with-keys.js',
      ].toSorted(),
    );
    expect(unwantedFiles(packed)).toEqual([]);
    expect(packed.size).toBeLessThan(SIZE_LIMIT);
  });

  it('has a manifest that npm publishes with a provenance', () => {
    expect(packed.manifest).toMatchObject({
      publishConfig: { access: 'public', provenance: true },
      repository: { type: 'git', url: 'git+https://github.com/example/platform.git' },
      dependencies: { 'openapi-fetch': '0.17.0' },
    });
    expect(packed.manifest).not.toHaveProperty('private');
  });

  it('sends a request, narrows its error and verifies a webhook, in TypeScript and in JavaScript', async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      const { method, url, headers } = request;
      seen.push([method, url, headers.authorization, typeof headers['idempotency-key']]);
      request.resume();
      response.writeHead(409, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ code: 'slug_taken', request_id: 'r' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const body = JSON.stringify({ event: 'salesbot.store.order_paid' });
    const time = Math.floor(Date.now() / 1000);
    const hex = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex');

    project.write('program.js', PROGRAM);
    project.write('program.ts', PROGRAM);
    await project.checkTypes('program.ts');
    const { stdout } = await project.run('node', [
      'program.js',
      `http://127.0.0.1:${port}`,
      body,
      `t=${time},v1=${hex}`,
      SECRET,
    ]);

    expect(JSON.parse(stdout)).toEqual({
      code: 'slug_taken',
      event: 'salesbot.store.order_paid',
      reason: 'no_match',
    });
    expect(seen).toEqual([['POST', '/api/v1/biolinks/pages', 'Bearer wsk_test', 'string']]);
  });

  it('has types that reject unknown paths, fields and error codes', async () => {
    project.write('wrong-uses.ts', WRONG_USES);

    await expect(project.checkTypes('wrong-uses.ts')).resolves.toBeUndefined();
  });

  it('is the same after a second build', () => {
    buildClient(join(folder, 'again'), 'example/platform');
    const again = packPackage(join(folder, 'again'), join(folder, 'packed-again'));

    expect(readFileSync(again.tarball).equals(readFileSync(packed.tarball))).toBe(true);
  });
});
