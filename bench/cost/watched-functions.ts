import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { functionFolders } from '#infra/bundling/function-folders.ts';
import { isRecord } from '#local/is-record.ts';

/** One run of a function. */
export type FunctionRun = { readonly operation: string; readonly records: number };

export type WatchedFunctions = {
  /** A folder like `functions/` whose functions are the real ones, watched. */
  readonly root: string;
  readonly runs: FunctionRun[];
  /** The function in whose run the caller is. */
  current(): string | undefined;
  /** Does something as if that function did it. */
  as<Result>(operation: string, run: () => Promise<Result>): Promise<Result>;
  /** Lets a stream's consumer give every batch back from now on, until what comes of it is called. */
  hold(operation: string): () => void;
};

type Handler = (event: unknown, context: unknown) => unknown;

const FUNCTIONS = fileURLToPath(new URL('../../functions/', import.meta.url));

/** The one place that the functions of the folder can reach. */
const WATCH = Symbol.for('bench.watch');

/** Makes a folder of functions that do what the real ones do and tell of it. */
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

/** Each instance of it loads an instance of the real one; one of an earlier run would call what has been stopped. */
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
