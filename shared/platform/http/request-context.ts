import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Principal } from '#shared/platform/identity/principal.ts';

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

/** The context of the Lambda invocation. */
export type HttpContext = Context;

/** The facts about a request that its response and its log line need, whatever happens to the request. */
export type RequestContext = {
  readonly requestId: string;
  /** Scheme and host that the client used, for `Location` and the types of problems. */
  readonly baseUrl: string;
  readonly receivedAt: Date;
  /** Set after authentication; undefined in public operations. */
  principal?: Principal;
};
