import { checkSends } from './send-rules.ts';

/** Passes a request on, changed or as it came, and gives its answer. */
export type Pass = (input?: object) => Promise<object>;

/**
 * What happens to one request of a command. On the `wire` it happens within the SDK, which may send again as it would in
 * the cloud, and the input cannot be changed any more; at the `call` it happens around the whole SDK call.
 */
export type Fault = {
  readonly command: string;
  readonly at: 'call' | 'wire';
  readonly happen: (input: object, pass: Pass) => Promise<object>;
};

export type FaultyClient = {
  /** Each request takes the first fault left for its command; without one it passes. */
  script(...faults: readonly Fault[]): void;
  /** Commands as they left the SDK, resent ones included. */
  readonly wire: string[];
  /** Faults that no request took yet. */
  pending(): number;
  /** Forgets faults and what was seen. */
  clear(): void;
};

type Args = { input: object };
type Handler<A extends Args> = (args: A) => Promise<{ output: object }>;
type Middleware = <A extends Args>(next: Handler<A>, context: { commandName?: string }) => Handler<A>;
type Position<Step> = { step: Step; priority: 'high'; name: string };

/** An SDK client of any service, as far as this file needs one. */
export type AnyClient = {
  readonly middlewareStack: {
    add(middleware: unknown, position: Position<'initialize'>): void;
    add(middleware: unknown, position: Position<'deserialize'>): void;
  };
};

/**
 * Puts a script of faults into an SDK client of one's own: what the emulators are too kind to do. It also refuses sends
 * that the real queue would refuse (`checkSends`).
 */
export function makeFaulty(client: AnyClient): FaultyClient {
  const wire: string[] = [];
  const left: Fault[] = [];

  function take(command: string, at: Fault['at']): Fault | undefined {
    const index = left.findIndex((fault) => fault.command === command && fault.at === at);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  }

  function within(at: Fault['at'], look: (command: string, input: object) => void): Middleware {
    return (next, { commandName = '' }) =>
      async (args) => {
        const command = commandName.replace(/Command$/u, '');
        look(command, args.input);
        const fault = take(command, at);
        if (!fault) return next(args);
        let answered = {};
        const pass: Pass = async (input = args.input) => {
          const answer = await next({ ...args, input });
          answered = answer;
          return answer.output;
        };
        const output = await fault.happen(args.input, pass);
        return { ...answered, output: { $metadata: {}, ...output } };
      };
  }

  const { middlewareStack: stack } = client;
  stack.add(within('call', checkSends), { step: 'initialize', priority: 'high', name: 'faults-of-calls' });
  stack.add(
    within('wire', (command) => wire.push(command)),
    { step: 'deserialize', priority: 'high', name: 'faults-of-the-wire' },
  );
  return {
    wire,
    script: (...faults) => void left.push(...faults),
    pending: () => left.length,
    clear() {
      left.length = 0;
      wire.length = 0;
    },
  };
}
