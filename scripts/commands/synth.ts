import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** `npm run synth [-- stage]`: synthesizes a stage to `cdk.out/<stage>`, or dev, staging and prod. */
const [chosen] = process.argv.slice(2);

// Nobody deploys `test-prod`: its settings are those of a test account, because the committed ones are incomplete on purpose.
// The first stage writes the bundles. The other stages reuse them, so both can run at the same time.
const isComplete =
  chosen === undefined
    ? (await synth('dev')) && (await Promise.all([synth('staging'), synth('test-prod')])).every(Boolean)
    : await synth(chosen);
process.exitCode = isComplete ? 0 : 1;

async function synth(name: string): Promise<boolean> {
  const context = name === 'test-prod' ? ['stage=prod', 'settings=test'] : [`stage=${name}`];
  const options = context.flatMap((each) => ['--context', each]);
  const child = spawn('cdk', ['synth', '--quiet', ...options, '--output', `cdk.out/${name}`], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  return code === 0;
}
