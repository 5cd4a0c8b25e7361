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

type Hosted = {
  readonly description: FunctionDescription;
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The containers that exist, each loaded by its first invocation. */
  readonly containers: Map<number, Promise<Handler>>;
  turn: number;
};

export type FunctionHost = {
  /** Invokes the function with an event in JSON; rejects if the function throws or exceeds its timeout. */
  invoke(functionName: string, event: string): Promise<string>;
};

/**
 * Hosts `<root>/<product>/<operation>/index.ts` of every function. Each container is a separate module instance with the
 * environment of the template plus `overrides`, loaded by its first invocation. With several containers, invocations alternate
 * between them, so that no code relies on the cache of a single one.
 */
export function createFunctionHost(options: {
  readonly functions: readonly FunctionDescription[];
  readonly root: string;
  readonly overrides: Readonly<Record<string, string>>;
  readonly containers: number;
  readonly now: () => number;
}): FunctionHost {
  const folders = functionFolders(options.root);
  const hosted = new Map<string, Hosted>();
  for (const description of options.functions) {
    const folder = folders.get(description.operation);
    if (folder === undefined)
      throw new LocalError(
        `the template contains the function ${description.operation}, which does not exist in ${options.root}`,
      );
    const environment = { ...description.environment, ...options.overrides };
    const file = join(folder, 'index.ts');
    hosted.set(description.name, { description, file, environment, containers: new Map(), turn: 0 });
  }
  let lastLoad: Promise<unknown> = Promise.resolve();

  /** Containers load one after another, because they share `process.env`. */
  function load({ file, environment, containers }: Hosted, container: number): Promise<Handler> {
    const known = containers.get(container);
    if (known !== undefined) return known;
    const loading = lastLoad.then(async () => {
      const leave = enterEnvironment(environment);
      return loadHandler(file).finally(leave);
    });
    lastLoad = loading.catch(() => undefined);
    containers.set(container, loading);
    // Lambda starts a new container after one whose start failed.
    loading.catch(() => containers.delete(container));
    return loading;
  }

  async function invoke(functionName: string, event: string): Promise<string> {
    const target = hosted.get(functionName);
    if (target === undefined) throw new Error(`there is no function ${functionName}`);
    const { description } = target;
    const container = target.turn++ % options.containers;
    const handler = await load(target, container);
    const limit = description.timeoutSeconds * 1000;
    const context = createContext({
      description,
      instance: container,
      requestId: randomUUID(),
      deadline: options.now() + limit,
      now: options.now,
    });
    const invocation: Invocation = { operation: description.operation };
    const result = await withTimeout(
      invocations.runStores(invocation, async () => start(target, handler, event, context)),
      limit,
      `${functionName} timed out after ${description.timeoutSeconds} s`,
    );
    return JSON.stringify(result ?? null);
  }
  return { invoke };
}

/** Starts an invocation. A consumer reads its variables in the synchronous part of its first one, which no other function interrupts. */
function start({ environment }: Hosted, handler: Handler, event: string, context: Context): unknown {
  const leave = enterEnvironment(environment);
  try {
    return handler(JSON.parse(event), context);
  } finally {
    leave();
  }
}

/** Containers that this process has started, of all stacks: a repeated URL would return the module of an earlier container. */
let startedContainers = 0;

async function loadHandler(file: string): Promise<Handler> {
  startedContainers += 1;
  const url = `${pathToFileURL(file).href}?container=${startedContainers}`;
  const loaded: unknown = await import(/* @vite-ignore */ url);
  const handler =
    typeof loaded === 'object' && loaded !== null && 'handler' in loaded ? loaded.handler : undefined;
  if (!isHandler(handler)) throw new LocalError(`${file} exports no handler`);
  return handler;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}

/** Sets the variables of a function in the environment of the process. Returns what restores the variables before. */
function enterEnvironment(environment: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
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
