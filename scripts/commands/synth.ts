import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { stageNamed } from '#infra/config.ts';
import { orUsage } from '#scripts/lib/command-failure.ts';

const USAGE = `Synthesizes a stage to cdk.out/<stage>, or dev, staging and prod with test settings.

  npm run synth
  npm run synth -- prod [--repository <owner>/<name>] [--rollout now]

With --repository, alarms link to their runbooks on GitHub, as they are in this commit. With --rollout now, new versions of the functions that
deliver webhooks take over immediately, without CodeDeploy.`;

/** The pages that somebody reads during an alarm. */
const PAGES = ['docs/runbooks', 'docs/operations.md', 'docs/restore.md'];

const { chosen, repository, rollout, help } = await orUsage(USAGE, 2, readOptions);
if (help) {
  console.log(USAGE);
  process.exit();
}
const linked = repository === undefined ? [] : [`repository=${repository}`, `commit=${commitOfPages()}`];
const deployed = rollout === undefined ? [] : [`rollout=${rollout}`];

// Nobody deploys `test-prod`: its settings are those of a test account, because the committed ones are incomplete on purpose.
// The first stage writes the bundles. The other stages reuse them, so both can run at the same time.
const isComplete =
  chosen === undefined
    ? (await synth('dev')) && (await Promise.all([synth('staging'), synth('test-prod')])).every(Boolean)
    : await synth(chosen);
process.exitCode = isComplete ? 0 : 1;

function readOptions() {
  const { values, positionals } = parseArgs({
    options: {
      repository: { type: 'string' },
      rollout: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [named] = positionals;
  if (named !== undefined && named !== 'test-prod') stageNamed(named);
  const { repository: linkedTo, rollout: wanted, help: isHelp } = values;
  if (wanted !== undefined && (wanted !== 'now' || named === undefined))
    throw new Error('Use `--rollout now` together with a stage, or leave it out.');
  return { chosen: named, repository: linkedTo, rollout: wanted, help: isHelp };
}

/**
 * The newest commit that changed one of the pages. It has the same pages as the current commit, and unlike that one it does not change every
 * alarm in every release.
 */
function commitOfPages(): string {
  return execFileSync('git', ['log', '-1', '--format=%H', '--', ...PAGES], { encoding: 'utf8' }).trim();
}

async function synth(name: string): Promise<boolean> {
  const context = name === 'test-prod' ? ['stage=prod', 'settings=test'] : [`stage=${name}`];
  const options = [...context, ...linked, ...deployed].flatMap((each) => ['--context', each]);
  const child = spawn('cdk', ['synth', '--quiet', ...options, '--output', `cdk.out/${name}`], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  return code === 0;
}
