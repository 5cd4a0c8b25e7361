import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { dataPaths } from '#local/data-directory.ts';
import { runCommand } from '#scripts/lib/second-opinion/bounded-process.ts';
import { startDatabase } from '#scripts/lib/stack/empty-tables.ts';
import { exampleFilled } from '#scripts/lib/stack/example-filled.ts';
import { type StackProcess, startStackProcess } from '#scripts/lib/stack/stack-process.ts';
import { type RecordedView, recordViews } from '#scripts/lib/stored-corpus/record-views.ts';
import { sequentialKey } from '#shared/platform/store/sequential-keys.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { putItem } from '#shared/platform/store/write.ts';
import { compareViews } from './compare-views.ts';
import { deliveredEvent, rotateSecrets } from './delivered-event.ts';
import type { Note, Rehearsal } from './rehearsal.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const RESTORE = join(ROOT, 'scripts/commands/restore.ts');
/** Items besides those of the example, so that the speed can be measured. */
const MANY = 2000;
const AT_ONCE = 20;
/** The demo of a new local stack has the host and the slug of the lost one, which no stage has. */
const OF_THE_DEMO = /links\.localhost|#demo /u;

/** docs/restore.md: the table is lost, once with the key of the stage and once without it. */
export const restoreRehearsal: Rehearsal = {
  name: 'restore',
  shows: 'items, keys and files come back into empty tables, and only what docs/restore.md names is lost',
  limitMinutes: 15,
  async run(note, signal) {
    const folder = mkdtempSync(join(tmpdir(), 'rehearsal-restore-'));
    const database = await startDatabase();
    const environment = { DYNAMODB_ENDPOINT: database.endpoint };
    const stacks: StackProcess[] = [];
    const start = async (name: string, more: Readonly<Record<string, string>> = {}) => {
      const dataDirectory = join(folder, name);
      mkdirSync(dataDirectory, { recursive: true });
      const stack = await startStackProcess({
        checkout: ROOT,
        dataDirectory,
        environment: { ...environment, ...more },
      });
      stacks.push(stack);
      return stack;
    };
    try {
      const lost = await start('lost');
      await exampleFilled(dataPaths(join(folder, 'lost')).exampleFile);
      const { example, coreTable: lostTable } = lost.ready;
      assert.ok(example);
      const core = createTable(database.client, lostTable);
      for (let at = 0; at < MANY; at += AT_ONCE)
        await Promise.all(
          Array.from({ length: AT_ONCE }, (_, index) =>
            tryWrite(core, putItem(manyTags(example.workspaceId, at + index))),
          ),
        );
      const before = await recordViews(ROOT, lost.ready.baseUrl, example);
      note('a stage with an example', `${before.length} responses, ${MANY} items more`);
      await lost.stop();

      // The key and the bucket of the stage are there, the table is new.
      for (const part of ['keyFile', 'files'] as const)
        copyPart(join(folder, 'lost'), join(folder, 'same-key'), part);
      const same = await start('same-key', { LOCAL_BARE: 'on' });
      note('the table is lost', 'a new table, and the stage runs');
      const command = { restored: lostTable, endpoint: database.endpoint, signal };
      await restore({ ...command, table: same.ready.coreTable, note, apply: false });
      await restore({ ...command, table: same.ready.coreTable, note, apply: true });
      requireViews(before, await recordViews(ROOT, same.ready.baseUrl, example), note);
      note('an event after the restore', await deliveredEvent(same.ready, example.apiKey));
      await same.stop();

      const other = await start('other-key', { LOCAL_BARE: 'on' });
      await restore({ ...command, table: other.ready.coreTable, note, apply: true });
      await assert.rejects(
        deliveredEvent(other.ready, example.apiKey, { withinMs: 8000 }),
        /no delivery succeeded/u,
      );
      note('the same without the key of the stage', 'no event is delivered: signing secrets cannot be read');
      await rotateSecrets(other.ready, example.apiKey);
      note('rotate the secret of each endpoint', await deliveredEvent(other.ready, example.apiKey));
    } finally {
      for (const stack of stacks) await stack.stop();
      database.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  },
};

/** Tags, because they are the smallest items that a restore compares. */
function manyTags(workspaceId: string, number: number) {
  const id = 1_000_000 + number;
  const uuid = `00000000-0000-7000-8000-${String(id).padStart(12, '0')}`;
  return {
    ...sequentialKey(workspaceId, 'T', id),
    resource: 'tag',
    id,
    uuid,
    workspaceId,
    name: `Tag ${number}`,
    hexColor: '#336699',
    revision: 1,
    createdAt: 0,
    lastChange: { nonce: uuid },
  };
}

function copyPart(from: string, to: string, part: 'keyFile' | 'files'): void {
  cpSync(dataPaths(from)[part], dataPaths(to)[part], { recursive: true });
}

async function restore(options: {
  readonly table: string;
  readonly restored: string;
  readonly apply: boolean;
  readonly endpoint: string;
  readonly note: Note;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { table, restored, apply, endpoint, note, signal } = options;
  const args = [RESTORE, '--table', table, '--restored', restored, ...(apply ? ['--apply'] : [])];
  const env = {
    ...process.env,
    AWS_REGION: LOCAL_AWS.region,
    AWS_ACCESS_KEY_ID: LOCAL_AWS.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_AWS.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  };
  const from = performance.now();
  const { code, output } = await runCommand({ command: process.execPath, args, env, signal });
  assert.equal(code, 0, output);
  const written = [...output.matchAll(/^ *(\d+) {2}.*: written$/gmu)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  const conflicts = output.match(/^conflict: .*$/gmu) ?? [];
  assert.deepEqual(
    conflicts.filter((conflict) => !OF_THE_DEMO.test(conflict)),
    [],
  );
  const perSecond = Math.round((written * 1000) / (performance.now() - from));
  note(
    `npm run restore${apply ? ' -- --apply' : ''}`,
    `${written} items ${apply ? 'written' : 'would be written'}, ${perSecond} a second`,
  );
}

function requireViews(before: readonly RecordedView[], after: readonly RecordedView[], note: Note): void {
  const { same, different, missing } = compareViews(before, after);
  note('compare the responses', `${same} equal; changed: ${list(different)}; missing: ${list(missing)}`);
  assert.deepEqual(
    missing.filter((path) => !EXPECTED_LOSS.some((family) => path.includes(family))),
    [],
    'responses are missing that docs/restore.md does not name',
  );
}

/** What docs/restore.md says is not restored. */
const EXPECTED_LOSS = [
  '/deliveries',
  '/events',
  '/exports',
  '/imports',
  '/recover',
  '/notifications',
  '/estimate',
  '/recipients',
];

function list(paths: readonly string[]): string {
  return paths.length === 0 ? 'none' : paths.join(', ');
}
