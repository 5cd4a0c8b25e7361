import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { type BadBucketKey, countVersions } from '#scripts/lib/keys/bucket-key-items.ts';
import { addRecoveryCopies, checkRecoveryCopies, type WantedKey } from '#scripts/lib/keys/recovery-copies.ts';
import { readRecoveryKeyFile, writeRecoveryKey } from '#scripts/lib/keys/recovery-key-file.ts';
import { createKmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { readRecoveryKey, requireUsable } from '#shared/platform/runtime/secrets/recovery-key.ts';
import { createTable } from '#shared/platform/store/table.ts';

const USAGE = `The recovery key of a stage: with it, secrets survive the loss of the account or of its KMS key.

  npm run restore -- recovery-key generate --out <file>
  npm run restore -- recovery-key check --table <core table> (--public-key <key> | --private-key <file>)
  npm run restore -- recovery-key add --table <core table> --secret-key <KMS key> (--public-key <key> | --private-key <file>) [--apply]
  npm run restore -- recovery-key versions --table <core table>

generate writes a private key to a new file and prints the public key, which is the stage option \`recoveryPublicKey\`. Keep the file outside
the account. check says whether every key pair of secrets is encrypted for it; with the private key, it decrypts each copy. add encrypts the
pairs that were created before the option was set or have an unreadable copy, and writes nothing without --apply; with the private key, it
finds each copy that does not open. versions lists the versions of all key pairs, and needs no recovery key.
docs/operations.md#keys describes the procedures. AWS credentials and region are read from the environment.`;

const { values, positionals } = await orUsage(USAGE, 2, () =>
  parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      table: { type: 'string' },
      'public-key': { type: 'string' },
      'private-key': { type: 'string' },
      'secret-key': { type: 'string' },
      apply: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }),
);
const { out, table, 'public-key': publicKey, 'private-key': privateKey, 'secret-key': secretKey } = values;
const [, action] = positionals;
const isOneKey = (publicKey === undefined) !== (privateKey === undefined);

if (values.help) console.log(USAGE);
else if (action === 'generate' && out) await orUsage(USAGE, 1, () => console.log(writeRecoveryKey(out)));
else if (action === 'versions' && table) await orUsage(USAGE, 1, () => versions(table));
else if (action === 'check' && table && isOneKey) await orUsage(USAGE, 1, () => check(table));
else if (action === 'add' && table && secretKey && isOneKey)
  await orUsage(USAGE, 1, () => add(table, secretKey));
else {
  console.error(USAGE);
  process.exitCode = 2;
}

async function check(name: string): Promise<void> {
  const { recoverable, missing, bad } = await checkRecoveryCopies(
    createTable(new DynamoDBClient(), name),
    wantedKey(),
  );
  for (const place of missing) console.log(`missing: ${place}`);
  report(bad);
  const others = missing.length + bad.length;
  console.log(`${recoverable} key pairs can be recovered, ${others} cannot.`);
  if (others === 0) return;
  console.log('Encrypt them for the recovery key with `npm run restore -- recovery-key add`.');
  process.exitCode = 1;
}

async function add(name: string, kmsKey: string): Promise<void> {
  const cipher = createKmsCipher(new KMSClient(), kmsKey);
  const core = createTable(new DynamoDBClient(), name);
  const { added, bad } = await addRecoveryCopies(core, cipher, wantedKey(), values.apply);
  report(bad);
  console.log(`${added} key pairs ${values.apply ? 'were' : 'would be'} encrypted for the recovery key.`);
  if (!values.apply) console.log('Dry run: nothing was written. Repeat with --apply.');
  if (bad.length > 0) process.exitCode = 1;
}

async function versions(name: string): Promise<void> {
  const { pairs, bad } = await countVersions(createTable(new DynamoDBClient(), name));
  for (const [version, count] of pairs) console.log(`version ${version}: ${count} key pairs`);
  if (pairs.size === 0) console.log('There is no key pair of secrets.');
  report(bad);
}

function wantedKey(): WantedKey {
  if (privateKey !== undefined) return readRecoveryKeyFile(privateKey);
  const recoveryKey = readRecoveryKey(publicKey ?? '');
  requireUsable(recoveryKey);
  return recoveryKey;
}

function report(bad: readonly BadBucketKey[]): void {
  for (const { name, problem } of bad) console.log(`bad: ${name}: ${problem}`);
}
