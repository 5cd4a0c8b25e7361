import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createRequestSigner, type Credentials } from './request-signer.ts';
import { fromWireJson, toWireJson } from './wire-json.ts';

/** Name of the middleware. Tests remove it if every attempt must pass through the middleware of the SDK. */
export const DIRECT_ATTEMPT = 'directAttempt';

/** A client of DynamoDB or SQS, reduced to the settings and the method that direct attempts use. */
type Client = {
  readonly config: {
    readonly systemClockOffset: number;
    readonly credentials: () => Promise<Credentials>;
    readonly retryStrategy: () => Promise<object>;
    readonly requestHandler: { handle(request: object): Promise<{ readonly response: HttpReply }> };
  };
  readonly middlewareStack: {
    add(middleware: unknown, position: Position<'serialize', 'high'>): void;
    add(middleware: unknown, position: Position<'deserialize', 'low'>): void;
  };
};

type Position<Step, Priority> = { readonly step: Step; readonly priority: Priority; readonly name: string };

/** What the SDK sent for a command: the part that is the same for every call. */
type Template = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: number | undefined;
  readonly signedHeaders: Readonly<Record<string, string>>;
  readonly otherHeaders: Readonly<Record<string, string>>;
  readonly sign: ReturnType<typeof createRequestSigner>;
};

/** How the first attempt of a call failed: a response with an error, or no response. */
type FirstAttempt = { readonly response: HttpReply } | { readonly error: unknown };

type HttpReply = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
};

type SentRequest = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

type Args = {
  readonly input: Readonly<Record<string, unknown>>;
  readonly request?: SentRequest;
  /** The result of the direct attempt, until the SDK has received it as its own. */
  readonly first?: { result: FirstAttempt | undefined };
};
type Result = { readonly response: unknown; readonly output: object };
type Next = (args: Args) => Promise<Result>;
type Context = { readonly commandName?: string } & Readonly<Record<string, unknown>>;
type Middleware = (next: Next, context: Context) => Next;

type RetryBudget = {
  acquireInitialRetryToken(scope: string): Promise<unknown>;
  recordSuccess(token: unknown): void;
};

/** Environment variables of the invocation. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Commands whose input and output are the JSON of the wire; see `wire-json.ts`. */
const COMMANDS: ReadonlySet<string> = new Set([
  'GetItemCommand',
  'BatchGetItemCommand',
  'QueryCommand',
  'PutItemCommand',
  'UpdateItemCommand',
  'TransactWriteItemsCommand',
  'SendMessageCommand',
  'SendMessageBatchCommand',
]);

/** Headers that differ from call to call. */
const PER_CALL = new Set([
  'authorization',
  'content-length',
  'x-amz-content-sha256',
  'x-amz-date',
  'x-amz-security-token',
  'amz-sdk-invocation-id',
  'x-amzn-trace-id',
  'traceparent',
  'tracestate',
  'baggage',
]);
/** Headers that the signature includes. */
const SIGNED = /^(?:host|content-type|x-amz-.+)$/u;
const SCOPE = /Credential=[^/]+\/\d+\/(?<scope>[^/]+\/[^/]+)\/aws4_request/u;

/**
 * Makes the first attempt of every call without the middleware of the SDK, which takes three quarters of the CPU time of a call.
 *
 * - The first call of each command and queue is made by the SDK alone. It is the template of the later calls: endpoint, headers, region
 *   and service are those that the SDK chose.
 * - A later call is written as JSON, signed, and sent with the request handler of the client, so connections and timeouts are those of
 *   the SDK. If the response is 200, the call is complete.
 * - Anything else is passed to the SDK as the result of its own first attempt. So the SDK alone maps errors, decides about retries,
 *   waits, corrects the clock, and makes all further attempts.
 * - A call with an abort signal is made by the SDK alone.
 *
 * Uses the public extension points of the SDK: `middlewareStack.add` and the settings of the client.
 * @param environment contains the trace of the invocation, which is sent to queues; read at each call
 */
export function attemptDirectly<C extends Client>(client: C, environment: Environment = {}): C {
  const { config } = client;
  const templates = new Map<string, Template>();
  let attempts: Promise<() => void> | undefined;

  /** Counts a success, so that the SDK gets back its budget for retries, as after a success of its own. */
  async function countSuccess(): Promise<void> {
    attempts ??= config.retryStrategy().then(async (strategy) => {
      if (!isRetryBudget(strategy)) return () => {};
      const token = await strategy.acquireInitialRetryToken('');
      return () => strategy.recordSuccess(token);
    });
    (await attempts)();
  }

  async function send(template: Template, body: string): Promise<{ response: HttpReply }> {
    const { protocol, hostname, port, signedHeaders, otherHeaders, sign } = template;
    const credentials = await config.credentials();
    const at = new Date(Date.now() + (config.systemClockOffset ?? 0));
    const headers = {
      ...sign({ headers: signedHeaders, body }, credentials, at),
      ...otherHeaders,
      'amz-sdk-invocation-id': randomUUID(),
      ...traceHeader(environment),
    };
    const request = { protocol, hostname, port, method: 'POST', path: '/', query: {}, headers, body };
    return config.requestHandler.handle(request);
  }

  async function attempt(template: Template, input: unknown): Promise<Result | FirstAttempt> {
    try {
      const { response } = await send(template, toWireJson(input));
      if (response.statusCode !== 200) return { response };
      const output = fromWireJson(await readText(response.body));
      await countSuccess();
      const requestId = response.headers['x-amzn-requestid'];
      return {
        response,
        output: Object.assign(output, {
          $metadata: { httpStatusCode: 200, requestId, attempts: 1, totalRetryDelay: 0 },
        }),
      };
    } catch (error) {
      return { error };
    }
  }

  const attemptFirst: Middleware = (next, context) => {
    const { commandName = '' } = context;
    const isDirect = COMMANDS.has(commandName) && !hasAbortSignal(context);
    return async (args: Args): Promise<Result> => {
      const template = isDirect ? templates.get(templateKey(commandName, args.input)) : undefined;
      if (!template || lacksToken(commandName, args.input)) return next(args);
      const result = await attempt(template, args.input);
      return 'output' in result ? result : next({ ...args, first: { result } });
    };
  };

  const passOn: Middleware = (next, { commandName = '' }) => {
    const isDirect = COMMANDS.has(commandName);
    return async (args: Args): Promise<Result> => {
      const { first, input, request } = args;
      const result = first?.result;
      if (first && result) {
        first.result = undefined;
        if ('error' in result) throw result.error;
        return { response: result.response, output: {} };
      }
      const template = isDirect && request ? templateOf(request) : undefined;
      if (template) templates.set(templateKey(commandName, input), template);
      return next(args);
    };
  };

  client.middlewareStack.add(attemptFirst, { step: 'serialize', priority: 'high', name: DIRECT_ATTEMPT });
  client.middlewareStack.add(passOn, { step: 'deserialize', priority: 'low', name: 'directAttemptResult' });
  return client;
}

/** Whether the call was made with an abort signal. The SDK keeps it in a part of the context that its types do not describe. */
function hasAbortSignal(context: Context): boolean {
  const smithy = context['__smithy_context'];
  return typeof smithy === 'object' && smithy !== null && 'abortSignal' in smithy;
}

function isRetryBudget(strategy: object): strategy is RetryBudget {
  return 'acquireInitialRetryToken' in strategy && 'recordSuccess' in strategy;
}

/** Commands of DynamoDB have one endpoint; a queue has the one of its URL. */
function templateKey(commandName: string, { QueueUrl: queueUrl = '' }: Args['input']): string {
  return `${commandName} ${String(queueUrl)}`;
}

/** The SDK generates a missing token, so that no attempt executes a transaction again. All attempts must have the same one. */
function lacksToken(commandName: string, { ClientRequestToken: token }: Args['input']): boolean {
  return commandName === 'TransactWriteItemsCommand' && token === undefined;
}

/** The template in a request that the SDK has signed; undefined if the request is not a POST to the root of a service. */
function templateOf({ protocol, hostname, port, path, headers }: SentRequest): Template | undefined {
  const all = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const fixed = all.filter(([name]) => !PER_CALL.has(name));
  const authorization = all.find(([name]) => name === 'authorization')?.[1] ?? '';
  const scope = SCOPE.exec(authorization)?.groups?.['scope'];
  const isFirst = headers['amz-sdk-request']?.startsWith('attempt=1;') === true;
  if (path !== '/' || scope === undefined || !isFirst) return undefined;
  return {
    protocol,
    hostname,
    port,
    signedHeaders: Object.fromEntries(fixed.filter(([name]) => SIGNED.test(name))),
    otherHeaders: Object.fromEntries(fixed.filter(([name]) => !SIGNED.test(name))),
    sign: createRequestSigner(scope),
  };
}

/** The trace of the invocation, which SQS passes on to the receiver, and by which Lambda detects endless loops. */
function traceHeader(environment: Environment): Record<string, string> {
  const { AWS_LAMBDA_FUNCTION_NAME: name, _X_AMZN_TRACE_ID: trace } = environment;
  return name && trace ? { 'x-amzn-trace-id': trace } : {};
}

function readText(body: Readable): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  body.setEncoding('utf8');
  body.on('data', (chunk: string) => (text += chunk));
  body.on('end', () => resolve(text));
  body.on('error', reject);
  return promise;
}
