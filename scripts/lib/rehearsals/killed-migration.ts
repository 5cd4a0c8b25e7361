import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { openChangeStream } from '#scripts/lib/stack/change-stream.ts';
import { createEmptyTable, startDatabase } from '#scripts/lib/stack/empty-tables.ts';
import { broadcastKey } from '#shared/events/store/keys.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { createTable, type WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { exists, putItem, updateItem } from '#shared/platform/store/write.ts';

const COMMAND = fileURLToPath(new URL('../../commands/migrate.ts', import.meta.url));
const CORE = 'core';
const AT_ONCE = 20;

export type KilledMigration = {
  /** Items of which an earlier version wrote one attribute less. */
  readonly items: number;
  /** Items that were migrated when the process was killed. */
  readonly migratedBefore: number;
  /** Items that were migrated when the command had run again. */
  readonly migrated: number;
  /** Items that were migrated more than once, have lost an edit of a request, or differ otherwise from what is expected. */
  readonly repeated: number;
  readonly damaged: readonly string[];
  /** Edits of requests meanwhile. */
  readonly edits: number;
  readonly secondRun: string;
  readonly dryRunAfter: string;
};

/**
 * Kills `npm run migrate` with SIGKILL after some of its writes, while requests edit the same items, and runs it again. `print` gets a line
 * for each step.
 */
export async function killMigration(options: {
  readonly items: number;
  readonly killAfter: number;
  readonly note?: (step: string, observed: string) => void;
}): Promise<KilledMigration> {
  const { items, killAfter, note = () => {} } = options;
  const database = await startDatabase();
  await createEmptyTable(database.client, CORE, CORE_TABLE);
  const core = createTable(database.client, CORE);
  const keys = Array.from({ length: items }, (_, number) => broadcastKey(`b${number}`));
  for (let at = 0; at < keys.length; at += AT_ONCE)
    await Promise.all(keys.slice(at, at + AT_ONCE).map((key) => tryWrite(core, putItem(oldItem(key)))));
  note('store items of an earlier version', `${items} broadcasts without a sender`);

  const changes = await openChangeStream({ dynamodbUrl: database.endpoint, coreTable: CORE });
  const requests = editContinuously(core, keys);
  const migrations = new Map<string, number>();
  /** Counts the migrations in the stream: exactly what functions see of them. */
  const follow = async () => {
    for (const { key, before, after } of await changes.next())
      if (before && after && before['sender'] === undefined && after['sender'] !== undefined)
        migrations.set(key, (migrations.get(key) ?? 0) + 1);
    return migrations.size;
  };
  const start = (...more: readonly string[]) => startCommand(database.endpoint, more);
  const running: ChildProcess[] = [];
  try {
    const first = start('--page-items', '20', '--write-rate', '150');
    running.push(first.child);
    while (first.child.exitCode === null && (await follow()) < killAfter);
    first.child.kill('SIGKILL');
    await first.ended;
    const migratedBefore = await follow();
    note('kill npm run migrate with SIGKILL', `${migratedBefore} items were migrated`);

    const second = start('--write-rate', '100000');
    running.push(second.child);
    await second.ended;
    await requests.stop();
    const secondRun = await second.output;
    await follow();
    note(
      'run it again',
      `${migrations.size} items are migrated, ${sum(requests.edits)} edits of requests meanwhile`,
    );

    const third = start('--dry-run');
    running.push(third.child);
    const dryRunAfter = await third.output;
    note('npm run migrate -- --dry-run', dryRunAfter.trim().split('\n').at(-2) ?? '');
    const damaged = await findDamaged(core, keys, requests.edits);
    return {
      items,
      migratedBefore,
      migrated: migrations.size,
      repeated: [...migrations.values()].filter((count) => count > 1).length,
      damaged,
      edits: sum(requests.edits),
      secondRun,
      dryRunAfter,
    };
  } finally {
    await requests.stop();
    for (const child of running) child.kill('SIGKILL');
    changes.close();
    database.stop();
  }
}

function startCommand(endpoint: string, more: readonly string[]) {
  const child = spawn(
    process.execPath,
    [COMMAND, '--core-table', CORE, '--only', 'broadcast-senders', ...more],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        AWS_REGION: LOCAL_AWS.region,
        AWS_ACCESS_KEY_ID: LOCAL_AWS.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: LOCAL_AWS.credentials.secretAccessKey,
        AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      },
    },
  );
  return { child, output: text(child.stdout), ended: once(child, 'exit') };
}

function oldItem(key: Key) {
  return { ...key, resource: 'broadcast', name: `Sale of ${key.pk}` };
}

/** Edits of requests, one after the other, until they are stopped. */
function editContinuously(core: WritableTable, keys: readonly Key[]) {
  const edits = new Map<string, number>();
  let isOn = true;
  const done = (async () => {
    for (let turn = 0; isOn; turn += 1) {
      const key = keys[turn % keys.length];
      if (!key) return;
      const update = { expression: 'ADD edits :one', values: { ':one': 1 } };
      await tryWrite(core, updateItem(key, update, exists));
      edits.set(key.pk, (edits.get(key.pk) ?? 0) + 1);
    }
  })();
  return {
    edits,
    stop: async () => {
      isOn = false;
      await done;
    },
  };
}

async function findDamaged(
  core: WritableTable,
  keys: readonly Key[],
  edits: ReadonlyMap<string, number>,
): Promise<string[]> {
  const damaged: string[] = [];
  for (const key of keys) {
    const count = edits.get(key.pk);
    const wanted = { ...oldItem(key), sender: 'external', ...(count === undefined ? {} : { edits: count }) };
    const found = (await core.get(key)) ?? {};
    const names = new Set([...Object.keys(wanted), ...Object.keys(found)]);
    const different = [...names].filter((name) => found[name] !== new Map(Object.entries(wanted)).get(name));
    if (different.length > 0) damaged.push(`${key.pk}: ${different.join(', ')}`);
  }
  return damaged;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
