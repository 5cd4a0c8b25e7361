import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { type Credentials, createRequestSigner } from './request-signer.ts';
import { SDK_LIMITS } from './sdk-limits.ts';
import { fromWireJson, toWireJson } from './wire-json.ts';

/** Environment variables of the invocation. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An AWS service whose protocol is JSON over POST, as the AWS documentation of its low-level API describes it. */
export type JsonService = {
  /** Name in host names and signatures, such as `dynamodb`. */
  readonly name: string;
  /** First part of the header `X-Amz-Target`. */
  readonly target: string;
  /** Headers that the service requires, besides those of every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Operations whose input and output are the JSON of the wire; see `wire-json.ts`. The SDK alone makes calls of other operations. */
  readonly operations: ReadonlySet<string>;
  /** 3 by default. */
  readonly maxAttempts?: number;
  /** Errors with status 400 that the SDK maps but does not retry, such as a failed condition. A direct attempt throws them itself. */
  readonly finalErrors?: ReadonlySet<string>;
  /** Fields of outputs that contain bytes, besides attribute values. */
  readonly bytes?: readonly string[];
  /** The URL whose host a call goes to, if the input names one. */
  readonly urlOf?: (input: object) => string | undefined;
  /** Throws if the response does not belong to the request. */
  readonly check?: (input: object, output: object) => void;
};

/** An SDK client, reduced to the settings and methods that a direct client uses. */
export type SdkClient = {
  readonly config: {
    readonly systemClockOffset: number;
    readonly retryStrategy: () => Promise<object>;
  };
  readonly middlewareStack: {
    add(middleware: unknown, position: { step: 'deserialize'; priority: 'low'; name: string }): void;
  };
  readonly send: unknown;
  destroy(): void;
};

/** A command of the SDK, or of `lazy-commands.ts`. */
type Command = { readonly constructor: { readonly name: string }; readonly input: object };
type Options = { readonly abortSignal?: AbortSignal };

/** The send method of the SDK, which accepts commands of its own types only. */
type Send = (this: object, command: Command, options: Options) => Promise<object>;

/** How the first attempt of a call failed: a response with an error, or no response. */
type FailedAttempt = { readonly response: HttpResponse } | { readonly error: unknown };

/** An error of the service that no further attempt changes. */
type Rejection = { readonly rejection: Error };

type Result = { readonly response: unknown; readonly output: object };
type Args = { readonly input: object };
type Next = (args: Args) => Promise<Result>;

/** Where the calls of a client go. */
type Place = { readonly url: URL; readonly region: string };

/** The variable that, with the value `off`, sends every call through the SDK alone. */
const SWITCH = 'LEAN_AWS_CLIENT';

/** Regions whose hosts end with `amazonaws.com`. The SDK alone calls services in other regions. */
const REGION = /^(?:[a-z]{2}|us-gov)-[a-z]+-\d+$/u;
const CHINA = 'cn-';

/**
 * A client of an AWS service that makes the first attempt of every call itself: it writes the JSON, signs the request, and sends it
 * with the request handler and the timeouts of the SDK. If the response is 200 or a failed condition, the call is complete.
 *
 * Anything else is passed to the SDK as the result of its own first attempt. So the SDK alone maps errors, decides about retries,
 * waits, corrects the clock, and makes all further attempts. Its code is loaded when it is first needed, because loading it and preparing its first
 * call takes most of the CPU time of a cold start.
 *
 * The SDK alone makes calls without credentials in the environment, in regions with other host names, of operations with another
 * protocol, and all calls if the environment has `LEAN_AWS_CLIENT=off`.
 */
export class DirectClient<C extends SdkClient = SdkClient> {
  readonly #service: JsonService;
  readonly #environment: Environment;
  readonly #createSdk: (settings: { readonly requestHandler: NodeHttpHandler }) => Promise<C>;
  readonly #handler = new NodeHttpHandler(SDK_LIMITS.requestHandler);
  readonly #failed = new WeakMap<object, FailedAttempt>();
  readonly #endpoint: Place | undefined;
  /** Places of the URLs that inputs name, such as those of queues. */
  readonly #places = new Map<string, Place>();
  #sign: ReturnType<typeof createRequestSigner> | undefined;
  #sdk: Promise<C> | undefined;
  #loaded: C | undefined;
  #countSuccess: () => void = () => {};

  /** @param environment contains region, endpoint, credentials and the trace of the invocation; the last two are read at each call */
  constructor(
    service: JsonService,
    environment: Environment,
    createSdk: (settings: { readonly requestHandler: NodeHttpHandler }) => Promise<C>,
  ) {
    this.#service = service;
    this.#environment = environment;
    this.#createSdk = createSdk;
    this.#endpoint = endpointOf(service.name, environment);
  }

  /** Makes a call. @throws the errors of the SDK */
  async send(command: Command, options: Options = {}): Promise<object> {
    const place = this.#placeOf(command);
    const credentials = credentialsOf(this.#environment);
    if (!place || !credentials) return this.sendBySdk(command, options);
    const result = await this.#attempt(command, { place, credentials, options });
    if ('output' in result) return result.output;
    if ('rejection' in result) throw result.rejection;
    if ('error' in result && options.abortSignal?.aborted) throw result.error;
    this.#failed.set(command.input, result);
    return this.sendBySdk(command, options);
  }

  /** Makes a call with the SDK alone. */
  async sendBySdk(command: Command, options: Options = {}): Promise<object> {
    const client = await this.sdk();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types say which command has which output; ours are those of the SDK
    const send = client.send as Send;
    return send.call(client, command, options);
  }

  /** The client of the SDK, which is created at the first use. */
  sdk(): Promise<C> {
    this.#sdk ??= this.#createSdk({ requestHandler: this.#handler }).then(async (client) => {
      client.middlewareStack.add(this.#passOn, {
        step: 'deserialize',
        priority: 'low',
        name: 'failedDirectAttempt',
      });
      this.#countSuccess = await successCounter(client);
      this.#loaded = client;
      return client;
    });
    return this.#sdk;
  }

  /** Closes all connections. */
  destroy(): void {
    this.#handler.destroy();
    this.#loaded?.destroy();
  }

  /** Middleware of the SDK: returns the result of the direct attempt instead of making the first attempt. */
  readonly #passOn =
    (next: Next) =>
    async (args: Args): Promise<Result> => {
      const failed = this.#failed.get(args.input);
      if (!failed) return next(args);
      this.#failed.delete(args.input);
      if ('error' in failed) throw failed.error;
      return { response: failed.response, output: {} };
    };

  async #attempt(
    command: Command,
    {
      place,
      credentials,
      options,
    }: { readonly place: Place; readonly credentials: Credentials; readonly options: Options },
  ): Promise<Result | Rejection | FailedAttempt> {
    try {
      const request = this.#requestOf(command, place, credentials);
      const { response } = await this.#handler.handle(request, options);
      if (response.statusCode === 400) return await this.#rejectionOf(response);
      if (response.statusCode !== 200) return { response };
      const output = fromWireJson(await readText(response.body), this.#service.bytes);
      this.#service.check?.(command.input, output);
      this.#countSuccess();
      return { response, output: Object.assign(output, { $metadata: metadataOf(response) }) };
    } catch (error) {
      return { error };
    }
  }

  async #rejectionOf(response: HttpResponse): Promise<Rejection | FailedAttempt> {
    const text = await readText(response.body);
    const error = errorOf(text);
    if (error && this.#service.finalErrors?.has(error.name)) {
      return {
        rejection: Object.assign(error, { $fault: 'client', $metadata: metadataOf(response) }),
      };
    }
    // The SDK reads the body once more.
    response.body = Buffer.from(text);
    return { response };
  }

  #requestOf(command: Command, { url, region }: Place, credentials: Credentials): HttpRequest {
    const { name, target, headers, maxAttempts = SDK_LIMITS.maxAttempts } = this.#service;
    const body = toWireJson(command.input);
    this.#sign ??= createRequestSigner(`${region}/${name}`);
    const signed = {
      host: url.host,
      'x-amz-target': `${target}.${operationOf(command)}`,
      ...headers,
    };
    const now = new Date(Date.now() + (this.#loaded?.config.systemClockOffset ?? 0));
    return new HttpRequest({
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      method: 'POST',
      path: '/',
      query: {},
      headers: {
        ...this.#sign({ headers: signed, body }, credentials, now),
        'user-agent': 'workspace-platform',
        'amz-sdk-invocation-id': randomUUID(),
        'amz-sdk-request': `attempt=1; max=${maxAttempts}`,
        ...traceHeader(this.#environment),
      },
      body,
    });
  }

  /** Where the direct attempt of a call goes; undefined if the SDK must make it. */
  #placeOf(command: Command): Place | undefined {
    const { operations, urlOf } = this.#service;
    if (!operations.has(operationOf(command)) || !this.#endpoint || lacksToken(command)) return undefined;
    const own = urlOf?.(command.input);
    if (own === undefined) return this.#endpoint;
    const known = this.#places.get(own);
    if (known) return known;
    const place = { ...this.#endpoint, url: new URL('/', own) };
    this.#places.set(own, place);
    return place;
  }
}

/**
 * A client with the `send` method of the SDK's client.
 * @param createSdk loads and creates the client of the SDK; called at most once
 */
export function createDirectClient<C extends SdkClient>(
  service: JsonService,
  environment: Environment,
  createSdk: (settings: { readonly requestHandler: NodeHttpHandler }) => Promise<C>,
): Pick<C, 'send' | 'destroy'> {
  const client: object = new DirectClient(service, environment, createSdk);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the SDK knows the output of each command
  return client as Pick<C, 'send' | 'destroy'>;
}

/** Counts successes of direct attempts, so that the SDK gets back its budget for retries, as after a success of its own. */
async function successCounter(client: SdkClient): Promise<() => void> {
  const strategy = await client.config.retryStrategy();
  if (!isRetryBudget(strategy)) return () => {};
  const token = await strategy.acquireInitialRetryToken('');
  return () => strategy.recordSuccess(token);
}

type RetryBudget = {
  acquireInitialRetryToken(scope: string): Promise<unknown>;
  recordSuccess(token: unknown): void;
};

function isRetryBudget(strategy: object): strategy is RetryBudget {
  return 'acquireInitialRetryToken' in strategy && 'recordSuccess' in strategy;
}

function operationOf({ constructor }: Command): string {
  return constructor.name.slice(0, -'Command'.length);
}

/** The SDK generates a missing token, so that no attempt executes a transaction again. All attempts must have the same one. */
function lacksToken(command: Command): boolean {
  return (
    operationOf(command) === 'TransactWriteItems' &&
    Reflect.get(command.input, 'ClientRequestToken') === undefined
  );
}

function endpointOf(service: string, environment: Environment): Place | undefined {
  const region = environment['AWS_REGION'];
  if (!region || environment[SWITCH] === 'off') return undefined;
  const given = environment[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ?? environment['AWS_ENDPOINT_URL'];
  if (given !== undefined) {
    const url = URL.parse(given);
    return url?.pathname === '/' ? { url, region } : undefined;
  }
  if (!REGION.test(region) || region.startsWith(CHINA)) return undefined;
  return { url: new URL(`https://${service}.${region}.amazonaws.com`), region };
}

/** The credentials that Lambda provides as environment variables. */
function credentialsOf(environment: Environment): Credentials | undefined {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment;
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken } : undefined;
}

/** The trace of the invocation, which SQS passes on to the receiver, and by which Lambda detects endless loops. */
function traceHeader(environment: Environment): Record<string, string> {
  const { AWS_LAMBDA_FUNCTION_NAME: name, _X_AMZN_TRACE_ID: trace } = environment;
  return name && trace ? { 'x-amzn-trace-id': trace } : {};
}

/** The error of a response: its name follows the `#` of `__type`, its other fields are those of the SDK. */
function errorOf(text: string): Error | undefined {
  try {
    const { message, Message, ...fields }: ErrorBody = fromWireJson(text);
    const error = new Error(message ?? Message ?? 'UnknownError');
    error.name = fields['__type']?.split('#').at(-1) ?? '';
    return Object.assign(error, fields);
  } catch {
    return undefined;
  }
}

type ErrorBody = { readonly __type?: string; readonly message?: string; readonly Message?: string };

function metadataOf({ statusCode, headers }: HttpResponse): object {
  const requestId = headers['x-amzn-requestid'];
  return { httpStatusCode: statusCode, requestId, attempts: 1, totalRetryDelay: 0 };
}

function readText(body: unknown): Promise<string> {
  if (!(body instanceof Readable)) throw new TypeError('The response has no body');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  body.setEncoding('utf8');
  body.on('data', (chunk: string) => (text += chunk));
  body.on('end', () => resolve(text));
  body.on('error', reject);
  return promise;
}
