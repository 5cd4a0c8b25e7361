import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs, promisify } from 'node:util';
import { isPreview } from '#infra/config.ts';
import { removeStage } from '#scripts/lib/preview/remove-stage.ts';

const USAGE = `Deletes the stage of a pull request: its stacks with all data, and its log groups.

  npm run preview:remove -- --stage pr-123

It uses the CDK and the AWS CLI with the current credentials. It accepts previews only.`;

const run = promisify(execFile);

const { values } = parseArgs({
  options: { stage: { type: 'string' }, help: { type: 'boolean', default: false } },
});

if (values.help || values.stage === undefined) {
  console.error(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else if (isPreview(values.stage)) {
  try {
    const groups = await removeStage(values.stage, {
      cdk,
      aws: async (args) => (await run('aws', [...args])).stdout,
    });
    console.log(`Removed ${values.stage}, and ${groups.length} log groups that belonged to no stack.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
} else {
  console.error(`"${values.stage}" is not a preview, such as pr-123.\n\n${USAGE}`);
  process.exitCode = 2;
}

async function cdk(args: readonly string[]): Promise<void> {
  const child = spawn('cdk', [...args], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`\`cdk ${args.join(' ')}\` failed with exit code ${code}.`);
}
