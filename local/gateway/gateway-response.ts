import * as v from 'valibot';

export type GatewayResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** A text stays one, because Node.js writes headers and text at once. */
  readonly body: string | Buffer;
};

const functionResult = v.object({
  statusCode: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  cookies: v.optional(v.array(v.string()), []),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.optional(v.boolean(), false),
});

/** Headers of the connection, which a gateway sets itself. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/**
 * Converts the result of a function (payload format 2.0) to a response. Only a response to HEAD has the length that the function
 * states; the gateway knows the others. @throws Error for a malformed result
 */
export function toGatewayResponse(result: unknown, method = 'GET'): GatewayResponse {
  // Without a status code, the whole result is the JSON body of a 200.
  if (!v.is(v.object({ statusCode: v.unknown() }), result)) {
    const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? '');
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      cookies: [],
      body: text,
    };
  }
  const { statusCode, headers, cookies, body, isBase64Encoded } = v.parse(functionResult, result);
  const given = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
    .filter(([name]) => !OWN_HEADERS.has(name) && (name !== 'content-length' || method === 'HEAD'));
  const typed = body.length > 0 ? { 'content-type': 'text/plain;charset=UTF-8' } : {};
  return {
    status: statusCode,
    headers: { ...typed, ...Object.fromEntries(given) },
    cookies,
    body: isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
}
