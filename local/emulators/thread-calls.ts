import type { MessagePort, Worker } from 'node:worker_threads';
import { LocalError } from '#local/local-error.ts';

/** What one thread can ask of the other. Arguments and results are cloned. */
export type Procedures = Readonly<Record<string, (argument: never) => unknown>>;

type Failure = {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly isExpected: boolean;
};
type Message =
  | { readonly id: number; readonly procedure: string; readonly argument: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure };

export type ThreadCalls<Remote extends Procedures> = {
  call<Name extends keyof Remote & string>(
    procedure: Name,
    argument: Parameters<Remote[Name]>[0],
  ): Promise<Awaited<ReturnType<Remote[Name]>>>;
  /** Rejects all calls that wait for a result, and every later one. */
  end(reason: Error): void;
};

/** Calls between this thread and another one, in both directions. A rejection reaches the caller with its message and stack. */
export function connectThreads<Remote extends Procedures>(
  port: MessagePort | Worker,
  own: Procedures,
): ThreadCalls<Remote> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let nextId = 0;
  let ended: Error | undefined;

  port.on('message', (message: Message) => {
    if ('procedure' in message) {
      void respond(message);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if ('failure' in message) asked?.reject(toError(message.failure));
    else asked?.resolve(message.result);
  });

  async function respond(request: Extract<Message, { procedure: string }>): Promise<void> {
    const { id, procedure, argument } = request;
    try {
      const result: unknown = await Reflect.apply(required(own[procedure], procedure), undefined, [argument]);
      port.postMessage({ id, result } satisfies Message);
    } catch (error) {
      port.postMessage({ id, failure: toFailure(error) } satisfies Message);
    }
  }

  return {
    call(procedure, argument) {
      if (ended !== undefined) return Promise.reject(ended);
      const id = nextId++;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(id, asked);
      port.postMessage({ id, procedure, argument } satisfies Message);
      // oxlint-disable-next-line typescript/no-explicit-any -- the type that the other thread declares
      return asked.promise as Promise<any>;
    },
    end(reason) {
      ended = reason;
      for (const asked of waiting.values()) asked.reject(reason);
      waiting.clear();
    },
  };
}

function required<Value>(value: Value | undefined, procedure: string): Value {
  if (value === undefined) throw new Error(`the other thread has no procedure ${procedure}`);
  return value;
}

function toFailure(error: unknown): Failure {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack, isExpected: error instanceof LocalError };
}

function toError({ name, message, stack, isExpected }: Failure): Error {
  if (isExpected) return new LocalError(message);
  return Object.assign(new Error(message), { name, stack });
}
