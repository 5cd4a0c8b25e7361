// Slow: it starts the command line sixty times, 15 CPU seconds; test/unit/clients/cli has its commands on a fake machine.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CliResult, createCliUser } from '#test/support/fixtures/clients/run-cli.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { createEnabledEndpoint } from '#test/support/fixtures/webhooks/webhook-user.ts';

const ORDER_PAID = 'salesbot.store.order_paid';

describe('the command line', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const user = forAllTests(createCliUser, 'forget');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  /** Every output of every command: none may contain the key. */
  async function cli(args: readonly string[], input = ''): Promise<CliResult> {
    const result = await user.run(args, { input });
    expect(result.output + result.messages).not.toContain(stack.apiKey);
    return result;
  }

  async function cliJson(args: readonly string[]) {
    const { exitCode, output, messages } = await cli([...args, '--json']);
    expect([exitCode, messages]).toEqual([0, expect.any(String)]);
    return JSON.parse(output);
  }

  it('logs in, into a file that only the user can read', async () => {
    const { exitCode } = await cli(['login', '--host', stack.baseUrl], `${stack.apiKey}\n`);
    const folder = join(user.folder, 'workspace-platform');

    expect(exitCode).toBe(0);
    expect((await stat(folder)).mode % 0o1000).toBe(0o700);
    expect((await stat(join(folder, 'profiles.json'))).mode % 0o1000).toBe(0o600);
    expect(await cliJson(['whoami'])).toMatchObject({
      workspace: { id: stack.workspaceId },
      profile: 'default',
    });
    expect((await cliJson(['profiles'])).data).toMatchObject([{ profile: 'default', current: true }]);
  });

  it('rejects a key that the API does not know', async () => {
    const key = `wsk_${'a'.repeat(36)}`;
    const { exitCode, output, messages } = await cli(
      ['login', '--host', stack.baseUrl, '--profile', 'wrong'],
      key,
    );

    expect(exitCode).toBe(3);
    expect(output + messages).not.toContain(key);
    expect((await cli(['whoami', '--profile', 'wrong'])).exitCode).toBe(3);
  });

  it('triggers an event, which listen forwards and tail prints', async () => {
    const listening = user.start(['listen', '--json', '--forward', receiver.url]);
    const tailing = user.start(['tail', '--json', '--events', ORDER_PAID]);
    await waitFor('both are ready', () =>
      [listening, tailing].every((each) => /Signing secret|Waiting for events/u.test(each.messages())),
    );
    const { data } = await cliJson(['trigger', ORDER_PAID, '--set', 'data.order.total=12.50']);
    const [request] = await receiver.waitFor(1);
    const printed = await waitFor('the event is printed', () => tailing.output().trim() || undefined);
    const [, secret = ''] = /(whsec_\S+)/u.exec(listening.messages()) ?? [];

    if (!request) throw new Error('no request arrived');
    expect(verifyDelivery(request, secret)).toMatchObject({
      id: data.id,
      data: { order: { total: '12.50' } },
    });
    expect(JSON.parse(printed)).toMatchObject({ id: data.id, event: ORDER_PAID });
    await waitFor('the forward is printed', () => listening.output().includes(data.id));
    // The first line is about the secret.
    const [, line = ''] = listening.output().trim().split('\n');
    expect(JSON.parse(line)).toMatchObject({ id: data.id, status: 200 });

    await writeFile(join(user.folder, 'headers'), JSON.stringify(request.headers));
    await writeFile(join(user.folder, 'body'), request.body);
    await writeFile(join(user.folder, 'secret'), secret);
    const files = ['--headers', join(user.folder, 'headers'), '--body', join(user.folder, 'body')];
    expect((await cli(['verify', ...files, '--secret-file', join(user.folder, 'secret')])).exitCode).toBe(0);
    await writeFile(join(user.folder, 'body'), `${request.body.toString()}\n`);
    expect((await cli(['verify', ...files, '--secret-file', join(user.folder, 'secret')])).exitCode).toBe(5);

    for (const each of [listening, tailing]) {
      each.child.kill('SIGINT');
      expect(await each.ended()).toBe(130);
      expect(each.output() + each.messages()).not.toContain(stack.apiKey);
    }
  });

  it('ends without an error when the reader of its output ends', async () => {
    const tailing = user.start(['tail', '--json', '--from', 'oldest']);
    tailing.child.stdout?.destroy();

    expect(await tailing.ended()).toBe(130);
    expect(tailing.messages()).not.toContain('EPIPE');
  });

  it('manages an endpoint and explains its deliveries', async () => {
    const created = await cliJson([
      'endpoints',
      'create',
      '--name',
      'Desk',
      '--url',
      `${receiver.url}/desk`,
      '--events',
      ORDER_PAID,
      '--asymmetric',
    ]);
    const endpoint: string = created.data.id;
    expect(created.secret).toMatch(/^whsec_/u);
    expect((await cliJson(['endpoints', 'enable', endpoint])).data.state).toBe('enabled');
    receiver.behave(() => 400);
    const sent = await cliJson(['trigger', ORDER_PAID]);
    expect(sent.data.matched_endpoints).toBe(1);
    const delivery = await waitFor('the delivery is listed', async () => {
      const { data } = await cliJson([
        'deliveries',
        'list',
        '--state',
        'failed',
        '--endpoint',
        endpoint,
        '--event',
        ORDER_PAID,
      ]);
      return data[0];
    });
    const shown = await cli(['deliveries', 'show', delivery.id]);
    expect(shown.output).toContain('receiver_rejected');
    expect(shown.output).toContain('400');

    receiver.behave(() => 200);
    const counted = await cliJson(['recover', endpoint, '--since', '1h', '--dry-run']);
    expect(counted.data).toEqual({ matched: 1, count_complete: true });
    expect((await cli(['recover', endpoint, '--since', '1h'])).exitCode).toBe(2);
    const recovered = await cliJson(['recover', endpoint, '--since', '1h', '--yes']);
    expect(recovered.data).toMatchObject({ state: 'completed', resent: 1 });

    expect((await cliJson(['deliveries', 'resend', delivery.id])).data.resend_of).toBe(delivery.id);
    expect((await cliJson(['endpoints', 'test', endpoint, '--event', ORDER_PAID])).data.test).toBe(true);
    const rotated = await cliJson(['endpoints', 'rotate-secret', endpoint, '--yes']);
    expect(rotated.secret).not.toBe(created.secret);
    expect((await cli(['endpoints', 'show', endpoint])).output).toContain(rotated.secret.slice(-4));
    const [key] = rotated.data.public_keys;
    expect(rotated.data.public_keys[1].id).toBe(created.data.public_keys[0].id);
    expect((await cli(['endpoints', 'show', endpoint])).output).toContain(key.public_key);
    expect((await cliJson(['endpoints', 'list'])).data).toMatchObject([{ id: endpoint }]);
    expect((await cliJson(['endpoints', 'pause', endpoint])).data.state).toBe('paused');
    const preview = await cli([
      'endpoints',
      'preview',
      '--url',
      receiver.url,
      '--events',
      ORDER_PAID,
      '--asymmetric',
      '--json',
    ]);
    expect(JSON.parse(preview.output).data.public_key).toMatch(/^whpk_/u);
    expect(JSON.parse(preview.output).data.target).toHaveProperty('reachable');
    expect((await cliJson(['endpoints', 'delete', endpoint, '--yes'])).deleted).toBe(true);
    expect((await cli(['endpoints', 'show', endpoint])).exitCode).toBe(1);
  });

  it('creates an endpoint with a filter, changes the filter, and shows what filters would have done', async () => {
    const filterOf = (total: string) => ['--filter', `${ORDER_PAID}={"order.total":{"$gte":"${total}"}}`];
    const target = ['--url', `${receiver.url}/filtered`, '--events', ORDER_PAID];
    const matchedBy = async (total: string) =>
      (await cliJson(['trigger', ORDER_PAID, '--set', `data.order.total=${total}`])).data.matched_endpoints;
    const created = await cliJson(['endpoints', 'create', ...target, ...filterOf('100')]);
    const endpoint: string = created.data.id;
    expect((await cli(['endpoints', 'show', endpoint])).output).toContain('{"order.total":{"$gte":"100"}}');
    await cliJson(['endpoints', 'enable', endpoint]);
    expect([await matchedBy('12.50'), await matchedBy('100.00')]).toEqual([0, 1]);
    const preview = await waitFor('the preview compares both events', async () => {
      const { output } = await cli(['endpoints', 'preview', ...target, ...filterOf('100')]);
      return (
        /filter effect +(\d+) of the newest (\d+) events? .*\(\d{4}-\d\d-\d\d/u.exec(output) ?? undefined
      );
    });
    expect(Number(preview[1])).toBeLessThan(Number(preview[2]));

    const update = (...given: readonly string[]) => cli(['endpoints', 'update', endpoint, ...given]);
    const wrong = await update('--filter', `${ORDER_PAID}={"order.total":{"$gte":5}}`, '--yes');
    expect([wrong.exitCode, wrong.messages]).toEqual([
      1,
      expect.stringContaining(`the filter of ${ORDER_PAID}, order.total/$gte: `),
    ]);
    expect((await update(...filterOf('10'))).exitCode).toBe(2);
    expect(await matchedBy('12.50')).toBe(0);
    const changed = await update(...filterOf('10'), '--yes');
    expect([changed.exitCode, changed.messages]).toEqual([0, expect.stringContaining('are cancelled')]);
    expect(await matchedBy('12.50')).toBe(1);
    const renamed = await cliJson([
      'endpoints',
      'update',
      endpoint,
      '--name',
      'Large orders',
      '--asymmetric',
    ]);
    expect(renamed.data).toMatchObject({ name: 'Large orders', asymmetric_signatures: true });
    const shown = (await cli(['endpoints', 'show', endpoint])).output;
    expect(shown).toContain('{"order.total":{"$gte":"10"}}');
    expect(shown).toContain(renamed.data.jwks_url);
    expect((await update('--remove-filter', ORDER_PAID, '--no-asymmetric', '--yes')).exitCode).toBe(0);
    expect(await matchedBy('1')).toBe(1);
    await cliJson(['endpoints', 'delete', endpoint, '--yes']);
  });

  it('finds the delivery of one of several endpoints', async () => {
    await createEnabledEndpoint(api, `${receiver.url}/one`);
    const { id } = await createEnabledEndpoint(api, `${receiver.url}/two`);
    const rejected = await cli(['trigger', 'publishing.post.published', '--endpoint', id]);
    expect([rejected.exitCode, rejected.messages]).toEqual([
      1,
      expect.stringContaining('event_not_subscribed'),
    ]);
    const { data } = await cliJson(['trigger', ORDER_PAID, '--endpoint', id]);

    expect((await cliJson(['deliveries', 'show', data.id])).data.endpoint_id).toBe(id);
    expect((await cli(['open', 'deliveries', data.id])).output).toBe(
      `${stack.baseUrl}/console/deliveries/${id}/${data.id}\n`,
    );
  });

  it('writes posts and pages', async () => {
    const post = await cliJson(['posts', 'create', '--text', 'An idea', '--at', '2030-03-14T09:30']);
    expect((await cliJson(['posts', 'list', '--status', 'draft'])).data).toMatchObject([
      { id: post.data.id },
    ]);
    expect((await cli(['posts', 'show', post.data.id])).output).toContain('An idea');
    const incomplete = await cli(['posts', 'schedule', post.data.id]);
    expect([incomplete.exitCode, incomplete.messages]).toEqual([1, expect.stringContaining('#/')]);
    expect((await cli(['posts', 'delete', post.data.id, '--trash'])).exitCode).toBe(0);
    expect((await cliJson(['posts', 'delete', post.data.id, '--yes'])).deleted).toBeDefined();

    const slug = `cli-${randomUUID().slice(0, 8)}`;
    const page = await cliJson(['pages', 'create', '--title', 'Ada', '--slug', slug]);
    expect((await cliJson(['pages', 'publish', page.data.id])).data.status).toBe('active');
    expect((await cliJson(['pages', 'unpublish', page.data.id])).data.status).toBe('draft');
    expect((await cliJson(['pages', 'archive', page.data.id])).data.status).toBe('archived');
    expect((await cliJson(['pages', 'show', page.data.id])).data.slug).toBe(slug);
    expect((await cliJson(['pages', 'list'])).data).toMatchObject([{ id: page.data.id }]);
  });

  it.skipIf(!existsSync('/dev/full'))('fails if its output cannot be written', async () => {
    const full = openSync('/dev/full', 'w');
    const env = { ...process.env, HOME: user.folder, XDG_CONFIG_HOME: user.folder };
    const child = spawn(process.execPath, ['clients/cli/main.ts', 'whoami'], {
      env,
      stdio: ['ignore', full, 'pipe'],
    });
    let messages = '';
    child.stderr?.on('data', (chunk: Buffer) => (messages += chunk.toString()));
    await once(child, 'close');
    closeSync(full);

    expect(child.exitCode).toBe(1);
    expect(messages).toContain('cannot be written: ENOSPC');
  });

  it('sends any request, and exits with the code of its status', async () => {
    const { data } = JSON.parse((await cli(['api', 'GET', '/api/v1/events', '--query', 'limit=1'])).output);
    expect(data).toHaveLength(1);
    const rejected = await cli(['api', 'POST', '/api/v1/salesbot/events', '--data', '-'], '{"event":"x"}');
    expect([rejected.exitCode, JSON.parse(rejected.output).status]).toEqual([1, 422]);
    expect((await cli(['api', 'GET', '/healthz'])).exitCode).toBe(0);
  });

  it('is 4 if the API is away', async () => {
    const away = await user.run(['whoami'], {
      env: { WORKSPACE_PLATFORM_HOST: 'http://127.0.0.1:9', WORKSPACE_PLATFORM_KEY: 'wsk_some_key' },
    });

    expect([away.exitCode, away.messages]).toEqual([4, expect.stringContaining('is not reachable')]);
  });

  it('logs out', async () => {
    expect((await cli(['logout'])).exitCode).toBe(0);
    expect((await cli(['whoami'])).exitCode).toBe(3);
  });
});
