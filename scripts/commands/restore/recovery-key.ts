import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { addRecoveryCopies, checkRecoveryCopies } from '#scripts/lib/keys/recovery-copies.ts';
import { readRecoveryKeyFile, writeRecoveryKey } from '#scripts/lib/keys/recovery-key-file.ts';
import { createKmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { readRecoveryKey, requireUsable } from '#shared/platform/runtime/secrets/recovery-key.ts';
import { createTable } from '#shared/platform/store/table.ts';

const USAGE = `The recovery key of a stage: with it, secrets survive the loss of the account or of its KMS key.

  npm run restore -- recovery-key generate --out <file>
  npm run restore -- recovery-key check --table <core table> (--public-key <key> | --private-key <file>)
  npm run restore -- recovery-key add --table <core table> --secret-key <KMS key> --public-key <key> [--apply]

generate writes a private key to a new file and prints the public key, which is the stage option \`recoveryPublicKey\`. Keep the file outside
the account. check says whether every key pair of secrets is encrypted for it; with the private key, it decrypts each copy. add encrypts the
pairs that were created before the option was set, and writes nothing without --apply. docs/operations.md#keys describes the procedure. AWS
credentials and region are read from the environment.`;

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

if (values.help) console.log(USAGE);
else if (action === 'generate' && out) await orUsage(USAGE, 1, () => console.log(writeRecoveryKey(out)));
else if (action === 'check' && table && (publicKey === undefined) !== (privateKey === undefined))
  await orUsage(USAGE, 1, () => check(table));
else if (action === 'add' && table && secretKey && publicKey)
  await orUsage(USAGE, 1, () => add(table, secretKey, publicKey));
else {
  console.error(USAGE);
  process.exitCode = 2;
}

async function check(name: string): Promise<void> {
  const wanted =
    privateKey === undefined ? readRecoveryKey(publicKey ?? '') : readRecoveryKeyFile(privateKey);
  const { recoverable, missing } = await checkRecoveryCopies(createTable(new DynamoDBClient(), name), wanted);
  for (const place of missing) console.log(`missing: ${place}`);
  console.log(`${recoverable} key pairs can be recovered, ${missing.length} cannot.`);
  if (missing.length === 0) return;
  console.log('Encrypt them for the recovery key with `npm run restore -- recovery-key add`.');
  process.exitCode = 1;
}

async function add(name: string, kmsKey: string, text: string): Promise<void> {
  const recoveryKey = readRecoveryKey(text);
  requireUsable(recoveryKey);
  const cipher = createKmsCipher(new KMSClient(), kmsKey);
  const core = createTable(new DynamoDBClient(), name);
  const added = await addRecoveryCopies(core, cipher, recoveryKey, values.apply);
  console.log(`${added} key pairs ${values.apply ? 'were' : 'would be'} encrypted for the recovery key.`);
  if (!values.apply) console.log('Dry run: nothing was written. Repeat with --apply.');
}
