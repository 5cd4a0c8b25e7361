import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { IdempotencyRecord } from '#shared/platform/core/change.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';

/** What a request claims by its `Idempotency-Key`, before it is carried out. */
export type IdempotencyClaim = Pick<IdempotencyRecord, 'id' | 'fingerprint' | 'expiresAt'>;

/** What the steps of one request learn, each from the ones before it. */
export type RequestContext = {
  readonly requestId: string;
  /** Scheme and host the caller used: what `Location` and problem types are made of. */
  readonly baseUrl: string;
  readonly receivedAt: Date;
  /** Variables of the path by the operation's declaration. */
  params: Readonly<Record<string, string>>;
  principal?: Principal;
  resource?: unknown;
  json?: unknown;
  query?: unknown;
  body?: unknown;
  claim?: IdempotencyClaim;
  /** The remembered answer of an earlier, equal request: then nothing is validated or carried out again. */
  replayed?: HttpResult;
};

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** The Lambda context, with the exchange that the first step opens. */
export type HttpContext = Context & { requestContext: RequestContext };

/** One step of the pipeline: adds to the exchange, or refuses by throwing. */
export type Step = (request: {
  readonly event: HttpEvent;
  readonly context: HttpContext;
}) => Promise<void> | void;
