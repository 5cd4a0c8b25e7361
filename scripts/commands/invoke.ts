import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invokeFunction, invokeSample } from '#scripts/lib/samples/invoke-sample.ts';
import { readSamples } from '#scripts/lib/samples/sample-event.ts';
import { removeSampleEndpoints } from '#scripts/lib/samples/sample-givens.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import { startThrowAwayStack } from '#scripts/lib/stack/throw-away-stack.ts';

const [operation, file] = process.argv.slice(2);
const samples = await readSamples();
const known = [...new Set(samples.map((sample) => sample.function))];

if (operation === undefined || !known.includes(operation)) {
  console.error('Usage: npm run invoke -- <operation> [name of a sample, or path of a JSON event]\n');
  for (const name of known) {
    const names = samples.filter((sample) => sample.function === name).map((sample) => sample.name);
    console.error(`  ${name}: ${names.join(' ')}`);
  }
  process.exitCode = 2;
} else {
  await invoke(operation).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}

async function invoke(name: string): Promise<void> {
  const stack = await runningStack();
  const { running, stop } = stack ? { running: stack, stop: undefined } : await startThrowAwayStack();
  try {
    const own = samples.filter((sample) => sample.function === name);
    const sample = file === undefined ? own[0] : own.find((each) => each.name === file);
    const { failed, result } = sample
      ? await invokeSample(running, sample)
      : await invokeFunction(running, name, await readEventFile(file ?? ''));
    console.log(JSON.stringify(readable(result), null, 2));
    if (failed) process.exitCode = 1;
    await removeSampleEndpoints(running);
  } finally {
    await stop?.();
  }
}

/** The local stack that uses this data directory, if it is running. */
async function runningStack(): Promise<Running | undefined> {
  try {
    const text = await readFile(join(process.env['LOCAL_DATA_DIR'] ?? '.local', 'demo.json'), 'utf8');
    const running: Running = JSON.parse(text);
    await fetch(`${running.baseUrl}/healthz`);
    return running;
  } catch {
    return undefined;
  }
}

/** Parses the body of an HTTP response, which is JSON within JSON, to make it readable. */
function readable(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('body' in result)) return result;
  const { body } = result;
  return typeof body === 'string' && body.startsWith('{') ? { ...result, body: JSON.parse(body) } : result;
}

async function readEventFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new Error(`${path} is neither a sample of ${operation} nor a readable JSON file`);
  }
}
