import type { AddressGuard } from './address-guard.ts';
import { openResponse, type OpenResponse, singleValues } from './guarded-request.ts';
import { HttpFailureError } from './http-client.ts';
import type { HttpClient } from './http-client.ts';

/** Limits of the client; the defaults are for every call except uploads. */
export type HttpLimits = {
  /** Timeout for DNS, TCP and TLS together, in milliseconds. */
  readonly connectMs: number;
  /** Timeout of the complete call, unless the request has its own. */
  readonly deadlineMs: number;
  /** Maximum size in bytes of a response body; a longer body is an error. */
  readonly maxResponseBytes: number;
};

const LIMITS: HttpLimits = { connectMs: 4000, deadlineMs: 10_000, maxResponseBytes: 1_048_576 };

/**
 * Creates a client for hosts of customers that reads each response as a text. For a status alone, or a body that may be large, use
 * `openResponse`: it reads nothing by itself.
 * @param userAgent sent by each request without another one
 */
export function createGuardedHttpClient(
  guard: Pick<AddressGuard, 'checkUrl' | 'lookup'>,
  userAgent: string,
  limits: Partial<HttpLimits> = {},
): HttpClient {
  const { connectMs, deadlineMs, maxResponseBytes } = { ...LIMITS, ...limits };
  return async (request) => {
    const opened = await openResponse(guard, request, {
      userAgent,
      connectMs,
      deadlineMs: request.deadlineMs ?? deadlineMs,
    });
    try {
      const { statusCode: status = 0, headers } = opened.incoming;
      return {
        status,
        headers: singleValues(headers),
        text: await readText(opened, maxResponseBytes, request.beginning),
      };
    } finally {
      opened.close();
    }
  };
}

async function readText(
  { chunks }: OpenResponse,
  maxBytes: number,
  isBeginningEnough = false,
): Promise<string> {
  const read: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks()) {
    size += chunk.length;
    read.push(chunk);
    if (size <= maxBytes) continue;
    if (isBeginningEnough) break;
    throw new HttpFailureError('unknown', `The response is larger than ${maxBytes} bytes.`);
  }
  return new TextDecoder().decode(Buffer.concat(read).subarray(0, maxBytes));
}
