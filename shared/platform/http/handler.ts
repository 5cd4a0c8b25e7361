import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { GenericSchema, InferOutput } from 'valibot';
import type { Change, CommandContext } from '#shared/platform/core/change.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import type { Operation } from './operation.ts';
import type { IfMatch } from './precondition.ts';

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** The context of the Lambda invocation. */
export type LambdaContext = Context;

/** The facts about a request that its response and its log line need, whatever happens to the request. */
export type RequestContext = {
  readonly requestId: string;
  /** Scheme and host that the client used, for `Location` and the types of problems. */
  readonly baseUrl: string;
  readonly receivedAt: Date;
  /** Set after authentication; undefined in public operations. */
  principal?: Principal;
};

/** The authenticated caller. @throws Error in a public operation */
export function requirePrincipal({ principal }: Pick<RequestContext, 'principal'>): Principal {
  if (!principal) throw new Error('The caller was not authenticated');
  return principal;
}

type Parsed<S> = S extends GenericSchema ? InferOutput<S> : undefined;
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

/** A request that passed every general check: query and body are parsed, and the resource is loaded. */
export type OperationRequest<O extends Operation, R = undefined> = ResourceRequest<O> & {
  readonly query: Parsed<O['query']>;
  readonly body: Parsed<O['body']>;
  readonly resource: R;
  /** For conditional writes that compare the revision themselves. */
  readonly ifMatch: IfMatch;
  /**
   * Compares `If-Match` with a resource that the handler read itself, as the pipeline does after `load`.
   * @throws PlatformError `precondition_required` · `revision_mismatch`
   */
  readonly checkPrecondition: (resource: R) => void;
  readonly requestId: string;
  readonly baseUrl: string;
  readonly event: HttpEvent;
  /** The context of a command: who changes what, and the response to record if the client sent an idempotency key. */
  readonly command: (response: HandlerResponse) => Promise<CommandContext>;
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
  /** The revision of the resource, for operations with a precondition. */
  readonly revisionOf?: (resource: R) => string;
  readonly handle: (request: OperationRequest<O, R>) => Promise<HandlerResponse>;
};
