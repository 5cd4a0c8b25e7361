import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';

const GUIDE = new URL('../../../docs/api/broadcasts.md', import.meta.url);
const run = promisify(execFile);

/** The commands of the guide, in its order, and the file that its lists are uploaded from. */
async function readGuide() {
  const text = await readFile(GUIDE, 'utf8');
  const blocks = (language: string) =>
    [...text.matchAll(new RegExp(`^ *\`\`\`${language}\n([^]*?)^ *\`\`\`$`, 'gmu'))].map(
      ([, code = '']) => code,
    );
  return {
    commands: blocks('sh').flatMap((block) =>
      block.split(/^ *(?=curl )/mu).filter((line) => line.startsWith('curl')),
    ),
    list: blocks('json').find((block) => block.includes('"phone"')) ?? '',
  };
}

describe('the guide to broadcasts', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  it('has commands that work as they are written, one after the other', { timeout: 60_000 }, async () => {
    const { commands, list } = await readGuide();
    expect(commands).toHaveLength(6);
    const contact = { phone: '+12025550147', stage: 'customer', tags: ['spring'] };
    expect((await api('POST', '/api/v1/salesbot/contacts', { body: contact })).status).toBe(201);
    const folder = await mkdtemp(join(tmpdir(), 'broadcast-guide-'));
    await writeFile(join(folder, 'guests.ndjson'), list.replaceAll(/^ +/gmu, ''));
    const variables: Record<string, string> = { BASE_URL: stack.baseUrl, API_KEY: stack.apiKey };

    async function carryOut(index: number) {
      const env = { ...process.env, ...variables };
      const command = (commands[index] ?? '').trimEnd();
      const { stdout } = await run('bash', ['-c', command], { cwd: folder, env });
      return stdout === '' ? undefined : JSON.parse(stdout);
    }

    variables['NUMBER'] = (await carryOut(0)).data.id;
    expect(await carryOut(1)).toMatchObject({ data: { state: 'verified' } });
    const { id } = (await carryOut(2)).data;
    await api('POST', `/api/v1/broadcasts/${id}/estimate`, {});
    const estimate = await waitFor('the recipients are counted', async () => {
      const { data } = (await api('GET', `/api/v1/broadcasts/${id}/estimate`)).body;
      return data.state === 'ready' && data;
    });
    expect(estimate).toMatchObject({ recipients: 1 });
    expect((await api('POST', `/api/v1/broadcasts/${id}/send`, {})).status).toBe(202);
    // It can be in its quiet hours.
    const sent = await waitFor('its recipients are known', async () => {
      const { data } = (await api('GET', `/api/v1/broadcasts/${id}`)).body;
      return (data.recipients > 0 || data.error !== null) && data;
    });
    expect(sent).toMatchObject({ recipients: 1, error: null });

    const created = await carryOut(3);
    variables['IMPORT'] = created.data.id;
    variables['UPLOAD_URL'] = created.upload.url;
    await carryOut(4);
    await carryOut(5);
    const path = `/api/v1/salesbot/contacts/imports/${created.data.id}`;
    const imported = await waitFor('the list is imported', async () => {
      const { data } = (await api('GET', path)).body;
      return data.state === 'completed' && data;
    });
    expect(imported).toMatchObject({ created: 2, rejected: 0 });
    await rm(folder, { recursive: true });
  });
});
