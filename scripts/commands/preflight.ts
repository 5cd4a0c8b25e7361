import { parseArgs } from 'node:util';
import { configOf, stageNamed } from '#infra/config.ts';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { CliError, createCliAccount } from '#scripts/lib/preflight/aws-cli-account.ts';
import { checkSettings, checkStage } from '#scripts/lib/preflight/check-stage.ts';
import type { Finding } from '#scripts/lib/preflight/finding.ts';
import { createPublicDns } from '#scripts/lib/preflight/public-dns.ts';

const USAGE = `Compares the settings of a stage in infra/config.ts with the account of the current credentials and the public DNS, and prints what to do.

  npm run preflight -- --stage dev

It uses the AWS CLI and changes nothing. It exits with 1 if a deployment would fail or must not happen.`;

const MARKS: Readonly<Record<Finding['level'], string>> = { ok: 'ok    ', note: 'note  ', failed: 'FAILED' };

const stage = await orUsage(USAGE, 2, readStage);
if (stage === undefined) console.log(USAGE);
else
  await orUsage(
    USAGE,
    1,
    async () => {
      const config = configOf(stage);
      // Before AWS is asked, because a permission that is missing there would hide them.
      print(checkSettings(stage, config));
      console.error('Asking AWS and the public DNS …');
      print(await checkStage(stage, config, createCliAccount(), createPublicDns()));
    },
    CliError,
  );

function print(findings: readonly Finding[]): void {
  for (const { level, text } of findings) console.log(`${MARKS[level]}  ${text}`);
  if (findings.some(({ level }) => level === 'failed')) process.exitCode = 1;
}

/** Undefined for `--help`. */
function readStage() {
  const { values } = parseArgs({
    options: { stage: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return undefined;
  if (!values.stage) throw new Error('--stage is missing.');
  return stageNamed(values.stage);
}
