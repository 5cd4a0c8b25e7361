import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { readRecoveryKeyFile } from '#scripts/lib/keys/recovery-key-file.ts';
import { restoreToPointInTime } from '#scripts/lib/restore/point-in-time.ts';
import { restoreTable } from '#scripts/lib/restore/restore-table.ts';
import { createKmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { createTable } from '#shared/platform/store/table.ts';

const USAGE = `Brings items of the core table back from a point in time. Writes nothing without --apply.

  npm run restore -- --table <core table> --to 2026-11-22T10:00:00Z [--workspace <id>] [--overwrite] [--apply]
  npm run restore -- --table <core table> --restored <table> [--workspace <id>] [--overwrite] [--apply]
      [--recovery-key <file> --secret-key <KMS key>]

--to restores the table to that time as a new table, which stays until you delete it; --restored continues with such a table.
Missing items are written. Items that differ are printed as conflicts; --overwrite replaces those that may be replaced. Nothing is
sent, published or scheduled by a restore, and revoked keys, removed members, deleted workspaces and erased contacts stay as they are.
--recovery-key and --secret-key are for a stage with another KMS key, as in another account: the private keys of the key pairs are decrypted
with the operator's file and encrypted with that KMS key.
docs/restore.md describes the whole procedure. AWS credentials and region are read from the environment.`;

const { values } = await orUsage(USAGE, 2, () =>
  parseArgs({
    options: {
      table: { type: 'string' },
      to: { type: 'string' },
      restored: { type: 'string' },
      workspace: { type: 'string' },
      overwrite: { type: 'boolean', default: false },
      apply: { type: 'boolean', default: false },
      'recovery-key': { type: 'string' },
      'secret-key': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }),
);
const { 'recovery-key': recoveryKey, 'secret-key': secretKey } = values;
const at = values.to === undefined ? undefined : new Date(values.to);

if (values.help) console.log(USAGE);
else if (
  !values.table ||
  (at === undefined) === (values.restored === undefined) ||
  Number.isNaN(at?.getTime()) ||
  (recoveryKey === undefined) !== (secretKey === undefined)
) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const { table } = values;
  await orUsage(USAGE, 1, () => restore(table, at));
}

async function restore(table: string, to: Date | undefined): Promise<void> {
  const client = new DynamoDBClient();
  const print = (line: string) => console.log(line);
  const name = to ? await restoreToPointInTime(client, table, to, print) : (values.restored ?? '');
  const counts = await restoreTable({
    live: createTable(client, table),
    restored: createTable(client, name),
    overwrite: values.overwrite,
    apply: values.apply,
    workspaceId: values.workspace,
    now: new Date(),
    rewrap:
      recoveryKey === undefined || secretKey === undefined
        ? undefined
        : {
            recoveryKey: readRecoveryKeyFile(recoveryKey),
            cipher: createKmsCipher(new KMSClient(), secretKey),
          },
    print,
  });
  for (const [label, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    print(`${String(count).padStart(8)}  ${label}`);
  if (!values.apply) print('Dry run: nothing was written. Repeat with --restored and --apply.');
  print(`When you are done: aws dynamodb delete-table --table-name ${name}`);
}
