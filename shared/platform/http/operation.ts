import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { GenericSchema, InferOutput } from 'valibot';
import type { Change, CommandContext } from '#shared/platform/core/change.ts';
import type { MissingResource } from '#shared/platform/core/error-kind.ts';
import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import type { ServedAt, StageHosts } from '#shared/platform/core/stage-hosts.ts';
import type { Capability } from '#shared/platform/runtime/capabilities.ts';
import type { Middleware } from '#shared/platform/runtime/middleware.ts';
import type { IfMatch } from './precondition.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One way to reach an operation. `path` is an API Gateway route path: `/api/v1/things/{thing}`. */
export type Route = {
  readonly method: HttpMethod;
  readonly path: string;
  /** The documentation of a route whose response differs from that of the operation's other routes. */
  readonly docs?: {
    readonly id: string;
    readonly summary: string;
    readonly description?: string;
    readonly mediaType: string;
    /** Whether the route never succeeds: it exists because a protocol defines its error. */
    readonly onlyErrors?: true;
  };
};

/** The products of the API: permissions, keys and events name them. `OPERATIONS_BY_STACK` has the stacks. */
export type ApiProduct = 'publishing' | 'biolinks' | 'salesbot' | 'webhooks' | 'workspace' | 'meta';

/** Who may call. `public` operations take no credential; `any-of` is satisfied by one of the permissions. */
export type Access =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'key';
      /** Webhook management rejects other kinds of credentials with 403, every other operation with 401. */
      readonly credential: 'workspace-key' | 'workspace-key-only';
      readonly rule: 'all-of' | 'any-of';
      readonly permissions: readonly Permission[];
    };

/** A permission that some requests need in addition to those of `access`; without it they get 403. */
export type ConditionalPermission = {
  readonly permission: Permission;
  /** The condition, as the end of a sentence that begins with “if”. */
  readonly when: string;
};

/** A variable of the route's path. A malformed id gives the same 404 as an unknown one, without a read. */
export type PathParameter = {
  /** UUIDs are compared in lower case; strings are compared as sent. Some resources also have an integer id. */
  readonly form: 'uuid' | 'uuid-or-integer' | 'text';
  readonly notFound: MissingResource<ErrorCode>;
  /** The value that the documentation shows. Without it, an id has an example in the form of all ids, and a text has none. */
  readonly example?: string;
};

/** A body as a client would send it, for documentation and tests. */
export type Example = {
  readonly summary: string;
  readonly body: unknown;
};

/** When an operation was deprecated, when it ends, and where its replacement is documented (docs/api/compatibility.md). */
export type Deprecation = {
  /** A day, `YYYY-MM-DD`; the header contains its first second in UTC. */
  readonly since: string;
  /** The first day without the operation, at least 6 months later. */
  readonly sunset: string;
  /** An absolute URL or a path of the API. */
  readonly link: string;
};

/**
 * By field, the id of the operation that changes it, which becomes `use` in the `field_not_updatable` error. `detail` replaces the
 * sentence that names only this operation.
 */
export type FieldOwners = Readonly<
  Record<string, string | { readonly use: string; readonly detail: string }>
>;

/**
 * One operation of the API: the single source of its routes, validation, permissions, responses and documentation.
 * The name is also the folder, the function name's suffix and, in camel case, the OpenAPI operation id.
 */
export type Operation = {
  readonly name: string;
  readonly product: ApiProduct;
  readonly summary: string;
  /** Details beyond the summary, in Markdown. */
  readonly description?: string;
  readonly deprecated?: Deprecation;
  readonly routes: readonly Route[];
  /**
   * The routes of API Gateway, if `routes` are many paths of one form: fewer routes of an API then cover them, and the handler returns the 404
   * of an unknown path. Documentation and 405 responses follow from `routes`.
   */
  readonly gatewayRoutes?: readonly Pick<Route, 'method' | 'path'>[];
  readonly access: Access;
  /** The hosts on which the operation exists; by default those of the API (docs/specification.md#hosts). Public operations declare it. */
  readonly servedAt?: ServedAt;
  /** Permissions that the handler checks once it knows the resource or the body. */
  readonly conditionalPermissions?: readonly ConditionalPermission[];
  readonly uses: readonly Capability[];
  /** The class of its rate limits, if machines send far more of these requests than of other ones. */
  readonly rateClass?: 'ingest';
  /**
   * Whether every write also requires that the caller's key is active and still has its permissions; `some` for the writes that
   * the handler decides about. Other operations accept a revoked key until its cached copy expires
   * (docs/specification.md#commands-that-check-the-key). Costs a transaction.
   */
  readonly checksKeyOnWrite?: true | 'some';
  /** Variables of the path other than `{workspace}`, by name. */
  readonly params?: Readonly<Record<string, PathParameter>>;
  /** Whether `If-Match` is evaluated, and whether it is required (428). */
  readonly precondition?: 'optional' | 'required';
  /** Without this permission, the body of a 412 or 428 has no `current_revision` (docs/specification.md#if-match). */
  readonly revisionVisibleWith?: Permission;
  /**
   * Retries of a lost race if the client accepts any revision; 1 by default, 0 for a handler without `load`
   * (docs/specification.md#concurrent-updates).
   */
  readonly retries?: number;
  /** Query parameters; an operation without a schema accepts none (422 `unknown_parameter`). */
  readonly query?: GenericSchema;
  /** Query parameters that are lists. They can also be repeated with brackets: `accounts[]=1&accounts[]=2`, `accounts[0]=1`. */
  readonly listParameters?: readonly string[];
  readonly body?: GenericSchema;
  /** The same input as a form with files, which clients can send instead of the JSON of `body` (docs/specification.md#forms-with-files). */
  readonly multipart?: GenericSchema;
  /** Fields of a form that a browser sends; the handler parses the form. */
  readonly form?: GenericSchema;
  /**
   * Whether the handler reads the body itself, because errors in the body belong to another protocol. `body` then only documents it, and its size is
   * all that is checked before the handler.
   */
  readonly readsBody?: true;
  /** Whether a missing body counts as `{}` instead of 400 `body_required`. */
  readonly optionalBody?: boolean;
  /** Fields that exist only in responses: sending one is `field_not_updatable` (docs/specification.md#unknown-fields). */
  readonly readOnlyFields?: readonly string[];
  /** Fields whose value another field or operation determines (docs/specification.md#fields-of-other-operations). */
  readonly fieldsOwnedBy?: FieldOwners;
  /** Whether omitted fields of the body become empty. Other updates keep the values of omitted fields. */
  readonly replaces?: boolean;
  /**
   * Schemas of the bodies by success status. Fields outside the schema are never sent. `null` means no body; a string schema
   * means a body that is not JSON.
   */
  readonly responses: Readonly<Record<number, GenericSchema | null>>;
  /** Whether 202 responses have the URL of the created resource as `Location`, like every 201 response. */
  readonly locatesAccepted?: true;
  /** Whether `data.url` of the response is a secret, which is encrypted in the recorded response. */
  readonly hasSecretUrl?: true;
  /** Whether the response has a token, or a URL that needs no key. Operations with `seal-replay` count as secret without this field. */
  readonly returnsSecret?: true;
  /**
   * Error codes beyond those that follow from the other members, such as `revision_mismatch` from `precondition`, or `cursor_invalid`
   * from a cursor in the query (shared/api-docs/response-codes.ts).
   */
  readonly errors?: readonly ErrorCode[];
  /** Whether successful responses have the revision of the resource as `ETag`. */
  readonly revisioned?: boolean;
  /** Whether errors are HTML pages, because people open the operation in a browser. */
  readonly htmlErrors?: boolean;
  /** Whether browsers, which accept `text/html`, get an HTML page for an unknown path. Other clients get the problem document. */
  readonly htmlMissing?: true;
  /** Responses have an entity tag, and clients may cache them this long without revalidation. */
  readonly revalidate?: { readonly maxAgeSeconds: number };
  /** Queries as a client would send them, for documentation and tests. */
  readonly exampleQueries?: readonly Readonly<Record<string, string>>[];
  readonly examples?: readonly Example[];
  /** Timeout of the function in seconds; 10 by default, below the 29 of an HTTP API. */
  readonly timeoutSeconds?: number;
  /** Whether requests spend most of their time waiting. The function then reserves its own concurrency, which leaves that of other operations free. */
  readonly waits?: true;
};

/** Declares an operation; keeps the literal types of its schemas for the handler. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}

/** The `$default` route declares no input: it returns 404 or 405 to every request. */
export function isDefaultRoute({ routes }: Operation): boolean {
  return routes.length === 0;
}

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** The context of the Lambda invocation. */
export type LambdaContext = Context;

/** The facts about a request that its response and its log line need, whatever happens to the request. */
export type RequestContext = {
  readonly requestId: string;
  /**
   * The origin that the client used, for `Location`, if it is one of the API; otherwise the first origin of the API. Links that outlive the
   * request have `hosts.apiOrigin`.
   */
  readonly baseUrl: string;
  readonly hosts: StageHosts;
  readonly receivedAt: Date;
  /** Set after authentication; undefined in public operations. */
  principal?: Principal;
  /** Set after the request was counted; undefined without rate limits. */
  rateLimitHeaders?: Readonly<Record<string, string>>;
};

/** The context of Lambda, with the request context that the first middleware adds. */
export type HttpInvocation = LambdaContext & { request: RequestContext };

/** A middleware of an operation. */
export type HttpMiddleware = Middleware<HttpEvent, HttpResult, HttpInvocation>;

/** The authenticated caller. @throws Error in a public operation */
export function requirePrincipal({ principal }: Pick<RequestContext, 'principal'>): Principal {
  if (!principal) throw new Error('The caller was not authenticated');
  return principal;
}

type Parsed<S> = S extends GenericSchema ? InferOutput<S> : undefined;
/** The fields of a form with files, if the operation accepts one. */
type FormOf<S> = S extends GenericSchema ? InferOutput<S> : never;
/** The values of the path parameters that an operation declares. */
type Params<O extends Operation> = {
  readonly [Name in keyof NonNullable<O['params']>]: string;
};
type Caller<O extends Operation> = O['access'] extends { kind: 'public' } ? undefined : Principal;

/** A response as the handler returns it. Fields outside the schema of the response are removed before it is sent. */
export type HandlerResponse = {
  /** One of the statuses that the operation declares. */
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the body is binary data in base64, as API Gateway requires it. */
  readonly isBase64?: boolean;
  /** `Set-Cookie` headers, of which there can be several. */
  readonly cookies?: readonly string[];
};

/** What is known before the body is read. */
export type ResourceRequest<O extends Operation> = {
  readonly principal: Caller<O>;
  readonly params: Params<O>;
  readonly now: Date;
};

/**
 * `checksKey`: whether the write requires that the calling key is unchanged, instead of what the operation declares. `handsOut`: the
 * permissions of the key that the response contains. A repeated request receives this response only while its own key has all of them.
 */
export type CommandOptions = { readonly checksKey?: boolean; readonly handsOut?: readonly Permission[] };

/** A request that passed every general check: query and body are parsed, and the resource is loaded. */
export type OperationRequest<O extends Operation, R = undefined> = ResourceRequest<O> & {
  readonly query: Parsed<O['query']>;
  readonly body: O['readsBody'] extends true ? undefined : Parsed<O['body']> | FormOf<O['multipart']>;
  readonly resource: R;
  /** For conditional writes that compare the revision themselves. */
  readonly ifMatch: IfMatch;
  /**
   * Compares `If-Match` with a resource that the handler read itself, as the executor does after `load`.
   * @throws PlatformError `precondition_required` · `revision_mismatch`
   */
  readonly checkPrecondition: (resource: R) => void;
  readonly requestId: string;
  readonly baseUrl: string;
  readonly hosts: StageHosts;
  readonly event: HttpEvent;
  /** The context of a command: who changes what, and the response to record if the client sent an idempotency key. */
  readonly command: (response: HandlerResponse, options?: CommandOptions) => Promise<CommandContext>;
  /** The part of the context that is known before the response, for writes that return what they wrote. */
  readonly change: () => Change;
};

/** The logic of an operation. It knows no credentials, no error statuses and no JSON. */
export type OperationHandler<O extends Operation, R = undefined> = {
  /** Finds the resource in the path, before the body is read. @throws PlatformError with status 404 or 403 */
  readonly load?: (request: ResourceRequest<O>) => Promise<R>;
  /**
   * Skips the initial load, because the conditional write enforces every precondition. The resource is loaded only if the
   * body is invalid, so that 404 and 412 still precede 422; the handler gets no resource
   * (docs/failure-histories.md#reads-before-a-write). Not for POSTs.
   */
  readonly skipLoad?: boolean;
  /**
   * The UUID of the resource, for POST operations whose path also accepts an integer id: requests with either id share their
   * idempotency keys.
   */
  readonly uuidOf?: (resource: R) => string;
  /**
   * Whether a lost race may be retried on the current resource; if not, the client gets 409 `concurrent_update`. For commands
   * that would act on content which the client has not seen. Without this function, every lost race is retried.
   */
  readonly mayRetry?: (loaded: R, current: R) => boolean;
  /** The revision of the resource, for operations with a precondition. */
  readonly revisionOf?: (resource: R) => string;
  readonly handle: (request: OperationRequest<O, R>) => Promise<HandlerResponse>;
};
