import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { executeRelease, showRelease, stacksIn } from '#scripts/lib/release/change-sets.ts';

const USAGE = `Shows or executes the change sets that \`cdk deploy --method=prepare-change-set\` created.

  npm run release -- show --assembly cdk.out/prod --change-set release-42
  npm run release -- execute --assembly cdk.out/prod --change-set release-42

\`show\` writes shown-release.json into the assembly: the ids of the change sets, and the versions of the code that they deploy. \`execute\`
reads that file, executes nothing else, and can be repeated after a failure.

It uses the CDK and the AWS CLI with the current credentials.`;

/** Part of the artefact of the pipeline, which cannot change once the job that prepares the release has ended. */
const SHOWN = 'shown-release.json';

const run = promisify(execFile);

const { action, assembly, changeSet } = await orUsage(USAGE, 2, readOptions);

try {
  const readFile = (name: string): unknown => JSON.parse(readFileSync(join(assembly, name), 'utf8'));
  const release = { assembly, changeSet, ...stacksIn(readFile('manifest.json')) };
  if (action === 'show') {
    const { table, shown } = await showRelease(release, { aws, readFile });
    writeFileSync(join(assembly, SHOWN), JSON.stringify(shown, null, 2));
    console.log(table);
  } else {
    const updated = await executeRelease(release, readFile(SHOWN), { aws, cdk, readFile });
    console.log(`Updated: ${updated.join(', ') || 'nothing'}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { assembly: { type: 'string' }, 'change-set': { type: 'string' } },
  });
  const { assembly: folder, 'change-set': name } = values;
  const [first] = positionals;
  if (first !== 'show' && first !== 'execute') throw new Error('The first argument must be show or execute.');
  if (!folder) throw new Error('--assembly is missing.');
  if (!name) throw new Error('--change-set is missing.');
  return { action: first, assembly: folder, changeSet: name };
}

async function aws(args: readonly string[]): Promise<string> {
  return (await run('aws', [...args], { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

async function cdk(args: readonly string[]): Promise<void> {
  const child = spawn('cdk', [...args], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`\`cdk ${args.join(' ')}\` failed with exit code ${code}.`);
}
