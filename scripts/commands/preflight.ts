import { parseArgs } from 'node:util';
import { configOf, stageNamed } from '#infra/config.ts';
import { createCliAccount } from '#scripts/lib/preflight/aws-cli-account.ts';
import { checkStage } from '#scripts/lib/preflight/check-stage.ts';
import type { Finding } from '#scripts/lib/preflight/finding.ts';
import { createPublicDns } from '#scripts/lib/preflight/public-dns.ts';

const USAGE = `Compares the settings of a stage in infra/config.ts with the account of the current credentials and the public DNS, and prints what to do.

  npm run preflight -- --stage dev

It uses the AWS CLI and changes nothing. It exits with 1 if a deployment would fail or must not happen.`;

const { values } = parseArgs({
  options: { stage: { type: 'string' }, help: { type: 'boolean', default: false } },
});

const MARKS: Readonly<Record<Finding['level'], string>> = { ok: 'ok    ', note: 'note  ', failed: 'FAILED' };

if (values.help || values.stage === undefined) {
  console.error(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  try {
    const stage = stageNamed(values.stage);
    const findings = await checkStage(stage, configOf(stage), createCliAccount(), createPublicDns());
    for (const { level, text } of findings) console.log(`${MARKS[level]}  ${text}`);
    process.exitCode = findings.some(({ level }) => level === 'failed') ? 1 : 0;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 1;
  }
}
