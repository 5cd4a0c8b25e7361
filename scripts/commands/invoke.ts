import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { completeEvent, exampleValues } from '#scripts/lib/samples/complete-event.ts';
import { invokeFunction, invokeSample, prepareValues } from '#scripts/lib/samples/invoke-sample.ts';
import { readSamples, type Sample } from '#scripts/lib/samples/sample-event.ts';
import { removeSampleEndpoints } from '#scripts/lib/samples/sample-givens.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import { startThrowAwayStack } from '#scripts/lib/stack/throw-away-stack.ts';

const USAGE = `Invokes a function on the local stack with one of its samples, and prints the response.

  npm run invoke -- <operation> [name of a sample, or path of a JSON event]
  npm run --silent invoke -- <operation> [sample] --print-event [--prepared] [--set <name>=<value>] > event.json

--print-event only prints the complete event, for \`sam local invoke\` and the Lambda console. Its placeholders have example values.
--prepared creates what the sample needs on the running local stack, and prints its values. --set sets the value of one placeholder.`;

const samples = await readSamples();
const known = [...new Set(samples.map((sample) => sample.function))];
const { values: options, positionals } = readOptions();
const [operation, file] = positionals;

if (operation === undefined || !known.includes(operation)) {
  console.error(`${USAGE}\n`);
  for (const name of known) {
    const names = samples.filter((sample) => sample.function === name).map((sample) => sample.name);
    console.error(`  ${name}: ${names.join(' ')}`);
  }
  process.exitCode = 2;
} else {
  await (options['print-event'] ? print(operation) : invoke(operation)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        'print-event': { type: 'boolean', default: false },
        prepared: { type: 'boolean', default: false },
        set: { type: 'string', multiple: true, default: [] },
      },
      allowPositionals: true,
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return process.exit(2);
  }
}

async function print(name: string): Promise<void> {
  const sample = sampleOf(name);
  if (!sample) throw new Error(`${file} is no sample of ${name}`);
  const values = { ...(options.prepared ? await preparedValues(sample) : exampleValues(sample)), ...set() };
  console.log(JSON.stringify(completeEvent(sample, values), null, 2));
}

async function preparedValues(sample: Sample): Promise<Record<string, string>> {
  const running = await runningStack();
  if (!running) throw new Error('--prepared needs a running local stack: npm start');
  return prepareValues(running, sample);
}

function set(): Record<string, string> {
  return Object.fromEntries(
    options.set.map((text) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/su.exec(text) ?? [];
      if (name === '') throw new Error(`--set ${text}: write --set apiKey=…`);
      return [name, value];
    }),
  );
}

function sampleOf(name: string): Sample | undefined {
  const own = samples.filter((sample) => sample.function === name);
  return file === undefined ? own[0] : own.find((each) => each.name === file);
}

async function invoke(name: string): Promise<void> {
  const stack = await runningStack();
  const { running, stop } = stack ? { running: stack, stop: undefined } : await startThrowAwayStack();
  try {
    const sample = sampleOf(name);
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
