import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutAddresses } from '#scripts/lib/rehearsals/compare-views.ts';
import { deliveredEvent, resentDelivery } from '#scripts/lib/rehearsals/delivered-event.ts';
import { type StackProcess, startStackProcess } from '#scripts/lib/stack/stack-process.ts';
import { corpusFolder, readCorpus, readRecordedFrom } from '#scripts/lib/stored-corpus/corpus-files.ts';
import { RELEASES } from '#test/support/fixtures/platform/stored/releases.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const MIGRATE = fileURLToPath(new URL('../../../scripts/commands/migrate.ts', import.meta.url));
const CLOCK = fileURLToPath(new URL('../../../scripts/lib/stack/shifted-clock.ts', import.meta.url));

/** What changes when a stack starts again: its port, the key of the console link, and deliveries that go on. */
const MOVING = [
  '/metrics',
  '/deliveries',
  '/feed',
  '/api-keys',
  '/audit-events',
  '/api/v1/notifications',
  '/biolinks/domains',
];

/** The response without addresses, and without the statistics of endpoints, to which deliveries add. */
function steady(body: unknown): object {
  return JSON.parse(
    JSON.stringify(withoutAddresses(body), (name, value) => (name === 'stats' ? undefined : value)),
  );
}

describe.each(RELEASES)('npm start on a data directory of %s', (release) => {
  const folder = mkdtempSync(join(tmpdir(), 'earlier-data-'));
  let stack: StackProcess;
  let apiKey = '';

  beforeAll(async () => {
    execFileSync('tar', ['-xzf', join(corpusFolder(release), 'local.tar.gz'), '-C', folder]);
    // At the time of the recording nothing has expired.
    const offset = Date.parse(readRecordedFrom(release).recordedAt) - Date.now();
    stack = await startStackProcess({
      checkout: ROOT,
      dataDirectory: folder,
      preload: [CLOCK],
      environment: { CLOCK_OFFSET_MS: String(offset) },
    });
    apiKey = stack.ready.example?.apiKey ?? '';
  }, 180_000);

  afterAll(async () => {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  it('returns what the earlier version returned', async () => {
    const views = readCorpus(release).views.filter(({ path }) => !MOVING.some((each) => path.includes(each)));
    expect(views.length).toBeGreaterThan(30);
    for (const { path, body } of views) {
      const response = await fetch(`${stack.ready.baseUrl}${path}`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      expect(response.status, path).toBe(200);
      expect(steady(await response.json()), path).toMatchObject(steady(body));
    }
  });

  it('delivers new events, and resends an event of the earlier version, with the secret of the earlier version', async () => {
    expect(await deliveredEvent(stack.ready, apiKey)).toMatch(/^delivered after/u);
    expect(await resentDelivery(stack.ready, apiKey)).toMatch(/^delivered after/u);
  });

  it('is migrated by npm run migrate -- --local', () => {
    const migrate = (...options: readonly string[]) =>
      execFileSync(process.execPath, [MIGRATE, '--local', ...options], {
        encoding: 'utf8',
        env: { ...process.env, LOCAL_DATA_DIR: folder },
      });

    expect(migrate('--status')).toContain('broadcast-senders: never');
    expect(migrate()).toMatch(/: [1-9]\d* items read in /u);
    expect(migrate('--dry-run')).toContain('Nothing has an old form.');
    expect(migrate('--status')).not.toContain('never');
  });
});
