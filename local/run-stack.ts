import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDemoWorkspaces } from '#local/demo/demo-workspaces.ts';
import { banner } from './banner.ts';
import { fillExample } from './example/fill-example.ts';
import { LocalError } from './local-error.ts';
import { startLocalStack, type LocalStack } from './local-stack.ts';
import { captureOutput, type OutputCapture } from './output-capture.ts';
import { readSettings } from './settings.ts';
import { readTemplates } from './template/read-templates.ts';

/** The process exits after this many milliseconds, even if a service hangs: it has five seconds. */
const EXIT_WITHIN = 4500;
const PARENT_CHECK = 200;

let output: OutputCapture | undefined;
let starting: Promise<LocalStack> | undefined;
const ending = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  // An unhandled rejection of a function would end one Lambda container, not the whole stack.
  process.on(event, (error: unknown) => output?.log(`${event}: ${describe(error)}`));

// npm sends a signal to its shell, which exits without forwarding it.
if (process.env['npm_lifecycle_event'] !== undefined) endWithParent(process.ppid);

await start().catch((error: unknown) => {
  const text = error instanceof LocalError ? error.message : describe(error);
  if (output === undefined) console.error(text);
  else output.complain(`${text}\n`);
  process.exit(1);
});

async function start(): Promise<void> {
  const { fresh, bare } = readOptions();
  const settings = readSettings(process.env);
  const dataDir = resolve(settings.dataDir);
  const capture = captureOutput(join(dataDir, 'functions.log'), () => new Date());
  output = capture;
  starting = startLocalStack({
    settings: { ...settings, dataDir },
    fresh,
    templates: () => readTemplates(settings.templatesFile),
    functionsRoot: fileURLToPath(new URL('../functions/', import.meta.url)),
    seed: createDemoWorkspaces,
    example: !bare && !settings.bare,
    log: capture.log,
  });
  const { ready, exampleFile, signingKeyId } = await starting;
  capture.say(banner(ready, settings.dataDir));
  capture.say(`ready ${JSON.stringify(ready)}\n`);
  const { baseUrl, receiverUrl, example, coreTable, deliveryTable } = ready;
  const tables = { coreTable, deliveryTable, signingKeyId };
  const run = { baseUrl, receiverUrl, exampleFile, tables, signal: ending.signal, log: capture.log };
  if (example) void fillExample({ ...run, apiKey: example.apiKey });
}

function readOptions(): { readonly fresh: boolean; readonly bare: boolean } {
  try {
    const off = { type: 'boolean', default: false } as const;
    return parseArgs({ options: { fresh: off, bare: off } }).values;
  } catch (error) {
    throw new LocalError(
      `${error instanceof Error ? error.message : String(error)}; the options are --fresh and --bare`,
    );
  }
}

/** Before the stack has started there is nothing to drain: the watchdog stops the emulator with this process. */
function end(): void {
  setTimeout(() => process.exit(0), EXIT_WITHIN);
  ending.abort();
  const stopped = starting?.then((stack) => stack.stop()) ?? Promise.resolve();
  void stopped.catch(() => {}).finally(() => process.exit(0));
}

function endWithParent(parent: number): void {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, PARENT_CHECK);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
