import type { GenericSchema, InferOutput } from 'valibot';
import type { Change, CommandContext } from '#shared/platform/core/change.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import type { Operation } from './operation.ts';
import type { HttpEvent } from './request-context.ts';

type Parsed<S> = S extends GenericSchema ? InferOutput<S> : undefined;
type Caller<O extends Operation> = O['access'] extends { kind: 'public' } ? undefined : Principal;

/** An answer as the handler sees it: members outside the answer's schema are dropped before it leaves. */
export type HandlerResponse = {
  /** One of the statuses the operation declares. */
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the body is bytes in base64, as the gateway takes what is not text. */
  readonly isBase64?: boolean;
  /** `Set-Cookie` headers, of which there can be several. */
  readonly cookies?: readonly string[];
};

/** What is known before the body is looked at. */
export type ResourceRequest<O extends Operation> = {
  readonly principal: Caller<O>;
  readonly params: Readonly<Record<string, string>>;
  readonly now: Date;
};

/** A request that passed every general check; query and body are parsed, the resource is loaded. */
export type OperationRequest<O extends Operation, R = undefined> = ResourceRequest<O> & {
  readonly query: Parsed<O['query']>;
  readonly body: Parsed<O['body']>;
  readonly resource: R;
  /** The raw `If-Match`, for operations that hold it to the revision in the write itself. */
  readonly ifMatch: string | undefined;
  readonly requestId: string;
  readonly baseUrl: string;
  readonly event: HttpEvent;
  /** What the store needs with a command: who did it, and the answer to remember if the caller asked for that. */
  readonly command: (answer: HandlerResponse) => Promise<CommandContext>;
  /** The part of it that is known before the answer is: for writes that give what they made. */
  readonly change: () => Change;
};

/** The logic of an operation. Knows no credentials, no statuses of refusals, no JSON. */
export type OperationHandler<O extends Operation, R = undefined> = {
  /** Finds the resource the path names, before anything about the body is said (R3). @throws a 404 or 403 refusal */
  readonly load?: (request: ResourceRequest<O>) => Promise<R>;
  /**
   * Whether the write itself holds the resource to everything, so that it is loaded only where the body is refused: what
   * has to be said before that is said then (H30). The handler is given no resource. Not for POSTs.
   */
  readonly skipLoad?: boolean;
  /** The resource's revision, for operations with a precondition. */
  readonly revisionOf?: (resource: R) => string;
  readonly handle: (request: OperationRequest<O, R>) => Promise<HandlerResponse>;
};
