import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { localCipher } from '#scripts/lib/local-cipher.ts';
import { localTables } from '#scripts/lib/local-tables.ts';
import { MIGRATIONS } from '#scripts/lib/migrations/declared-migrations.ts';
import { completeRuns } from '#scripts/lib/migrations/migration-progress.ts';
import { createMigrationSecrets, NO_SECRETS } from '#scripts/lib/migrations/migration-secrets.ts';
import type { Migration } from '#scripts/lib/migrations/migration.ts';
import { createPace } from '#scripts/lib/migrations/pace.ts';
import { type MigrationResult, runMigrations } from '#scripts/lib/migrations/run-migrations.ts';
import { wholeOption } from '#scripts/lib/whole-option.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { createBucketKeys } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { createKmsCipher, type KmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { readRecoveryKey } from '#shared/platform/runtime/secrets/recovery-key.ts';
import { createSecretBox } from '#shared/platform/runtime/secrets/secret-box.ts';
import { systemRandom } from '#shared/platform/runtime/system-random.ts';
import { createDynamoBucketKeyStore } from '#shared/platform/store/dynamo-bucket-key-store.ts';
import { createTable, type WritableTable } from '#shared/platform/store/table.ts';

const USAGE = `Rewrites items of earlier versions in the form of this version, while the stage is in use.

  npm run migrate -- --core-table <name> --delivery-table <name> --dry-run    counts what would change, and writes nothing
  npm run migrate -- --core-table <name> --delivery-table <name>              migrates
  npm run migrate -- --core-table <name> --status                             lists what was migrated, and when
  npm run migrate -- --local [...]                                            the same for a running local stack

  --only <name,name>      some of the migrations: ${MIGRATIONS.map(({ name }) => name).join(', ')}
  --read-rate <number>    items read in a second (default 2000)
  --write-rate <number>   items written in a second (default 200)
  --segments <number>     parts that are scanned at once (default 4)
  --page-items <number>   items after which a part stores its position (default 200)
  --secret-key <KMS key>  decrypts secrets of the earlier form, for sealed-secrets; --local has its key
  --recovery-public-key <key>  recoveryPublicKey of the stage, if it has one: key pairs that the run creates are encrypted for it, too
  --restart               begins with the first item, even if an earlier run was interrupted

An interrupted run is continued by the same command. Run it until a dry run reports no change. The exit code is 1 if items keep their old
form. docs/operations.md#upgrade describes when to run it. AWS credentials and region are read from the environment.`;

const options = await orUsage(USAGE, 2, readOptions);
if (!options) console.log(USAGE);
else await orUsage(USAGE, 1, () => (options.status ? showStatus() : migrate()));

/** Undefined for `--help`. */
function readOptions() {
  const off = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    options: {
      'core-table': { type: 'string' },
      'delivery-table': { type: 'string' },
      local: off,
      'secret-key': { type: 'string' },
      'recovery-public-key': { type: 'string' },
      only: { type: 'string' },
      'dry-run': off,
      status: off,
      restart: off,
      'read-rate': { type: 'string', default: '2000' },
      'write-rate': { type: 'string', default: '200' },
      segments: { type: 'string', default: '4' },
      'page-items': { type: 'string', default: '200' },
      help: off,
    },
  });
  if (values.help) return undefined;
  return {
    ...tablesOf(values),
    migrations: chosenMigrations(values.only),
    cipher: values.local
      ? localCipher(process.env['LOCAL_DATA_DIR'] || '.local')
      : values['secret-key'] && createKmsCipher(new KMSClient(), values['secret-key']),
    recoveryPublicKey: values['recovery-public-key'],
    apply: !values['dry-run'],
    status: values.status,
    restart: values.restart,
    readRate: wholeOption('read-rate', values['read-rate'], 1, 1_000_000),
    writeRate: wholeOption('write-rate', values['write-rate'], 1, 100_000),
    segments: wholeOption('segments', values.segments, 1, 64),
    pageItems: wholeOption('page-items', values['page-items'], 1, 1000),
  };
}

function tablesOf(values: {
  readonly local: boolean;
  readonly 'core-table'?: string | undefined;
  readonly 'delivery-table'?: string | undefined;
  readonly 'secret-key'?: string | undefined;
}) {
  const given = (['core-table', 'delivery-table', 'secret-key'] as const).filter((name) => values[name]);
  if (values.local && given.length > 0)
    throw new Error(`--local has its own tables and key: omit --${given.join(' and --')}, or --local.`);
  if (values.local) {
    const { client, coreTable, deliveryTable } = localTables(process.env['LOCAL_DATA_DIR'] || '.local');
    return { core: createTable(client, coreTable), deliveries: createTable(client, deliveryTable) };
  }
  const { 'core-table': core, 'delivery-table': deliveries } = values;
  if (!core) throw new Error('--core-table or --local is missing.');
  const client = new DynamoDBClient();
  return {
    core: createTable(client, core),
    deliveries: deliveries ? createTable(client, deliveries) : undefined,
  };
}

function chosenMigrations(only: string | undefined): readonly Migration[] {
  if (only === undefined) return MIGRATIONS;
  const names = only.split(',');
  const unknown = names.filter((name) => !MIGRATIONS.some((each) => each.name === name));
  if (unknown.length > 0) throw new Error(`--only: no migration is named ${unknown.join(' or ')}`);
  return MIGRATIONS.filter(({ name }) => names.includes(name));
}

async function migrate(): Promise<void> {
  if (!options) return;
  const { core, deliveries, migrations, apply } = options;
  for (const place of ['core', 'deliveries'] as const) {
    const own = migrations.filter(({ table }) => table === place);
    if (own.length === 0) continue;
    const table = place === 'core' ? core : deliveries;
    if (!table) throw new Error(`--delivery-table is missing: ${own.map(({ name }) => name).join(', ')}`);
    for (const { name, purpose } of own) console.log(`${name}: ${purpose}`);
    const startedAt = performance.now();
    const result = await runMigrations({
      ...options,
      core,
      table,
      secrets: apply ? secretsOf(core, options) : NO_SECRETS,
      migrations: own,
      readPace: createPace(options.readRate, () => performance.now(), wait),
      writePace: createPace(options.writeRate, () => performance.now(), wait),
      clock: systemClock,
      print: (line) => console.log(line),
    });
    report(table.name, result, (performance.now() - startedAt) / 1000);
  }
  if (!apply) console.log('Dry run: nothing was written.');
}

/** The secret box of the stage, as its functions have it; undefined without a key of KMS. */
function secretsOf(
  core: WritableTable,
  {
    cipher,
    recoveryPublicKey,
  }: { readonly cipher?: KmsCipher | '' | undefined; readonly recoveryPublicKey?: string | undefined },
) {
  if (!cipher) return undefined;
  const keys = createBucketKeys({
    store: createDynamoBucketKeyStore(core, systemClock),
    cipher,
    clock: systemClock,
    random: systemRandom,
    recoveryKey: recoveryPublicKey ? readRecoveryKey(recoveryPublicKey) : undefined,
  });
  return createMigrationSecrets(createSecretBox({ keys, cipher, clock: systemClock }));
}

function report(table: string, { items, counts, left }: MigrationResult, seconds: number): void {
  console.log(`${table}: ${items} items read in ${seconds.toFixed(1)} s`);
  for (const [label, count] of Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${String(count).padStart(8)}  ${label}`);
  if (Object.keys(counts).length === 0) console.log('Nothing has an old form.');
  if (left === 0) return;
  console.error(
    `${left} items keep their old form: repair those that are malformed, and run the command again.`,
  );
  process.exitCode = 1;
}

async function showStatus(): Promise<void> {
  if (!options) return;
  const runs = await completeRuns(options.core);
  for (const { name } of MIGRATIONS)
    if (!runs.some(({ migration }) => migration === name)) console.log(`${name}: never`);
  for (const { migration, finishedAt, changed } of runs)
    console.log(`${migration}: ${finishedAt.toISOString()}, changed ${changed}`);
}
