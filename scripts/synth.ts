import { spawn } from 'node:child_process';
import { once } from 'node:events';

// Nobody deploys this prod: its settings are those of a test account, because the committed ones are incomplete on purpose.
// The first stage writes the bundles. The other stages reuse them, so both can run at the same time.
const results = (await synth('dev')) ? await Promise.all([synth('staging'), synth('test-prod')]) : [false];
process.exitCode = results.every(Boolean) ? 0 : 1;

async function synth(stage: string): Promise<boolean> {
  const child = spawn(process.execPath, ['--run', `synth:${stage}`], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code === 0;
}
