import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { functionFolders } from '#infra/bundling/function-folders.ts';
import { isRecord } from '#local/is-record.ts';

/** One invocation of a function. */
export type FunctionRun = { readonly operation: string; readonly records: number };

export type WatchedFunctions = {
  /** A folder like `functions/` whose functions wrap the real ones. */
  readonly root: string;
  readonly runs: FunctionRun[];
  /** The function in whose invocation the caller runs. */
  current(): string | undefined;
  /** Runs code and attributes it to a function. */
  as<Result>(operation: string, run: () => Promise<Result>): Promise<Result>;
  /** Makes a stream consumer return every batch until the result is called. */
  hold(operation: string): () => void;
};

type Handler = (event: unknown, context: unknown) => unknown;

const FUNCTIONS = fileURLToPath(new URL('../../functions/', import.meta.url));

/** The only global through which the generated functions reach this module. */
const WATCH = Symbol.for('bench.watch');

/** Creates a folder of functions that call the real ones and report their invocations. */
export function watchFunctions(root: string): WatchedFunctions {
  const running = new AsyncLocalStorage<string>();
  const held = new Set<string>();
  const runs: FunctionRun[] = [];

  function watch(operation: string, handler: Handler): Handler {
    return (event, context) => {
      const records = recordsOf(event);
      if (held.has(operation))
        return { batchItemFailures: [{ itemIdentifier: sequenceNumberOf(records[0]) }] };
      runs.push({ operation, records: records.length });
      return running.run(operation, () => handler(event, context));
    };
  }

  const run = randomUUID();
  Object.defineProperty(globalThis, WATCH, { value: watch, configurable: true });
  for (const [name, folder] of functionFolders(FUNCTIONS)) {
    const copy = join(root, relative(FUNCTIONS, folder));
    mkdirSync(copy, { recursive: true });
    writeFileSync(join(copy, 'index.ts'), sourceOf(name, folder, run));
  }
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  return {
    root,
    runs,
    current: () => running.getStore(),
    as: (operation, act) => running.run(operation, act),
    hold(operation) {
      held.add(operation);
      return () => held.delete(operation);
    },
  };
}

/** Each container loads a separate instance of the real function; an instance of an earlier run would use stopped services. */
function sourceOf(operation: string, folder: string, run: string): string {
  const real = pathToFileURL(join(folder, 'index.ts')).href;
  return [
    `const { search } = new URL(import.meta.url);`,
    `const { handler: real } = await import(\`${real}\${search}&run=${run}\`);`,
    `export const handler = globalThis[Symbol.for('bench.watch')](${JSON.stringify(operation)}, real);`,
  ].join('\n');
}

function recordsOf(event: unknown): readonly unknown[] {
  return isRecord(event) && Array.isArray(event['Records']) ? event['Records'] : [];
}

function sequenceNumberOf(record: unknown): string {
  const change = isRecord(record) ? record['dynamodb'] : undefined;
  return isRecord(change) ? String(change['SequenceNumber']) : '';
}
