import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import { functionFolders } from '#infra/bundling/function-folders.ts';
import { LocalError } from '#local/local-error.ts';
import type { FunctionDescription } from '#local/template/platform.ts';
import { type Invocation, invocations } from './invocations.ts';
import { createContext } from './lambda-context.ts';

type Handler = (event: unknown, context: Context) => unknown;
type Loaded = { readonly description: FunctionDescription; readonly handlers: readonly Handler[] };

export type FunctionHost = {
  knows(functionName: string): boolean;
  /** Invokes the function with a copy of `event`; rejects if the function throws or exceeds its timeout. */
  invoke(functionName: string, event: unknown): Promise<unknown>;
};

/** Two containers of each function, so that no code relies on the cache of a single one. */
const INSTANCES = 2;

/**
 * Loads `<root>/<product>/<operation>/index.ts` of every function. Each container is a separate module instance with the
 * environment of the template plus `overrides`. They are loaded one after another, because they share `process.env`.
 */
export async function loadFunctions(options: {
  readonly functions: readonly FunctionDescription[];
  readonly root: string;
  readonly overrides: Readonly<Record<string, string>>;
  readonly now: () => number;
}): Promise<FunctionHost> {
  const folders = functionFolders(options.root);
  const loaded = new Map<string, Loaded>();
  for (const description of options.functions) {
    const folder = folders.get(description.operation);
    if (folder === undefined)
      throw new LocalError(
        `the template contains the function ${description.operation}, which does not exist in ${options.root}`,
      );
    const file = join(folder, 'index.ts');
    const environment = { ...description.environment, ...options.overrides };
    const handlers: Handler[] = [];
    for (let instance = 0; instance < INSTANCES; instance++)
      handlers.push(await withEnvironment(environment, () => loadHandler(file, instance)));
    loaded.set(description.name, { description, handlers });
  }
  let turn = 0;

  async function invoke(functionName: string, event: unknown): Promise<unknown> {
    const target = loaded.get(functionName);
    if (target === undefined) throw new Error(`there is no function ${functionName}`);
    const { description, handlers } = target;
    const instance = turn++ % handlers.length;
    const handler = handlers[instance];
    if (handler === undefined) throw new Error(`${functionName} has no container`);
    const limit = description.timeoutSeconds * 1000;
    const context = createContext({
      description,
      instance,
      requestId: randomUUID(),
      deadline: options.now() + limit,
      now: options.now,
    });
    const invocation: Invocation = { operation: description.operation };
    return withTimeout(
      // Copied as JSON, as in Lambda, so that no function shares an object with its caller.
      invocations.runStores(invocation, async () => handler(JSON.parse(JSON.stringify(event)), context)),
      limit,
      `${functionName} timed out after ${description.timeoutSeconds} s`,
    );
  }
  return { knows: (functionName) => loaded.has(functionName), invoke };
}

async function loadHandler(file: string, instance: number): Promise<Handler> {
  const url = `${pathToFileURL(file).href}?instance=${instance}`;
  const loaded: unknown = await import(/* @vite-ignore */ url);
  const handler =
    typeof loaded === 'object' && loaded !== null && 'handler' in loaded ? loaded.handler : undefined;
  if (!isHandler(handler)) throw new LocalError(`${file} exports no handler`);
  return handler;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}

async function withEnvironment<Result>(
  environment: Readonly<Record<string, string>>,
  run: () => Promise<Result>,
): Promise<Result> {
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  try {
    return await run();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

async function withTimeout<Result>(
  work: Promise<Result>,
  milliseconds: number,
  message: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
