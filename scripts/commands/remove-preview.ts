import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs, promisify } from 'node:util';
import { isPreview } from '#infra/config.ts';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { removeStage } from '#scripts/lib/preview/remove-stage.ts';

const USAGE = `Deletes the stage of a pull request: its stacks with all data, and its log groups.

  npm run preview:remove -- --stage pr-123

It uses the CDK and the AWS CLI with the current credentials. It accepts previews only.`;

const run = promisify(execFile);

const stage = await orUsage(USAGE, 2, readStage);

if (stage === undefined) console.log(USAGE);
else {
  try {
    const groups = await removeStage(stage, {
      cdk,
      aws: async (args) => (await run('aws', [...args])).stdout,
    });
    console.log(`Removed ${stage}, and ${groups.length} log groups that belonged to no stack.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** Undefined for `--help`. */
function readStage() {
  const { values } = parseArgs({
    options: { stage: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return undefined;
  if (values.stage === undefined) throw new Error('--stage is missing.');
  if (!isPreview(values.stage)) throw new Error(`"${values.stage}" is not a preview, such as pr-123.`);
  return values.stage;
}

async function cdk(args: readonly string[]): Promise<void> {
  const child = spawn('cdk', [...args], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`\`cdk ${args.join(' ')}\` failed with exit code ${code}.`);
}
