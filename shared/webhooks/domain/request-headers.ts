/** The request headers of an endpoint: their names, and a ciphertext of names and values. */
export type RequestHeaders = { readonly names: readonly string[]; readonly sealed: string };

/** A request header with its decrypted value. */
export type RequestHeader = readonly [name: string, value: string];

/**
 * Limits of the request headers of an endpoint (docs/specification/webhooks.md#request-headers). The JSON of all names and values fits into one
 * KMS `Encrypt` call, which accepts 4,096 bytes.
 */
export const HEADER_LIMITS = { count: 10, nameLength: 64, valueLength: 1024, bytes: 2048 } as const;

/**
 * A token (RFC 9110, 5.6.2) that has not only digits: JavaScript moves members such as `1` to the beginning of an object, so the order of
 * the request would be lost. The length is limited separately, because a pattern with both needs a lookahead, which some clients lack.
 */
export const HEADER_NAME = /^[0-9]*[!#$%&'*+.^_`|~A-Za-z-][!#$%&'*+.^_`|~0-9A-Za-z-]*$/u;

/** Visible ASCII, with spaces and tabs only inside: receivers remove those at the ends (RFC 9110, 5.5). */
export const HEADER_VALUE = new RegExp(`^[!-~](?:[\\t -~]{0,${HEADER_LIMITS.valueLength - 2}}[!-~])?$`, 'u');

/** Whether a URL may get the request headers of another one: values never go to another scheme, host or port (docs/specification/webhooks.md#headers-and-hosts). */
export function isSameOrigin(url: string, other: string): boolean {
  return URL.parse(url)?.origin === URL.parse(other)?.origin;
}

/** Names that the platform, HTTP, proxies or metadata services use, or that receivers in JavaScript cannot read. */
const RESERVED_NAMES = [
  // The platform and Node's HTTP client.
  'user-agent',
  'host',
  'date',
  'cookie',
  'cookie2',
  'set-cookie',
  // Framing and hop-by-hop: with these, two servers can disagree about where a request ends.
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'expect',
  'accept-encoding',
  'max-forwards',
  // Servers that trust these handle another method, path or client than that of the request.
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-host',
  'x-original-method',
  'x-original-uri',
  'x-original-url',
  'x-rewrite-url',
  'forwarded',
  'x-forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  // Together with `if-*`, a server could answer with a part, or without handling the event.
  'range',
  // Metadata services of clouds require these, so that no forged request from outside reaches them.
  'metadata',
  'metadata-flavor',
  'x-google-metadata-request',
  // JavaScript receivers cannot read these: they are members of every object.
  '__proto__',
  'constructor',
  // The library of Stripe verifies signatures of the platform, too.
  'stripe-signature',
];

/**
 * `content-` describes the body, which the platform writes. Verifiers of Svix prefer `svix-` to `webhook-`. Only browsers set `sec-`, and
 * servers trust it for that reason.
 */
const RESERVED_PREFIXES = [
  'webhook-',
  'x-webhook-',
  'svix-',
  'content-',
  'proxy-',
  'x-forwarded-',
  'x-envoy-',
  'if-',
  'sec-',
  'x-aws-ec2-metadata-',
];

/** All reserved names for the documentation. `*` stands for the rest of a name. */
export const RESERVED_HEADERS = [...RESERVED_PREFIXES.map((prefix) => `${prefix}*`), ...RESERVED_NAMES];

const folded: ReadonlySet<string> = new Set(RESERVED_NAMES.map(fold));

/** Whether an endpoint cannot have a header of this name. */
export function isReservedHeader(name: string): boolean {
  const form = fold(name);
  return folded.has(form) || RESERVED_PREFIXES.some((prefix) => form.startsWith(prefix));
}

function isHeaderName(name: string): boolean {
  return name.length <= HEADER_LIMITS.nameLength && HEADER_NAME.test(name);
}

/** CGI and WSGI distinguish neither the case of letters nor `_` from `-`. */
function fold(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/**
 * What is wrong with one header. `name` is null for all headers, and for a header with an invalid name, which can be a value in the wrong
 * place. `detail` contains neither a value nor an invalid name.
 */
export type HeaderProblem = {
  readonly name: string | null;
  readonly code:
    | 'header_name_invalid'
    | 'header_reserved'
    | 'header_repeated'
    | 'header_value_invalid'
    | 'invalid_type'
    | 'too_many_items'
    | 'too_long';
  readonly detail: string;
};

/** Checks the headers of a request body, and returns them in the order of the body together with all problems. */
export function checkHeaders(body: Readonly<Record<string, unknown>>): {
  readonly headers: readonly RequestHeader[];
  readonly problems: readonly HeaderProblem[];
} {
  const entries = Object.entries(body);
  if (entries.length > HEADER_LIMITS.count) {
    const detail = `Send at most ${HEADER_LIMITS.count} request headers.`;
    return { headers: [], problems: [{ name: null, code: 'too_many_items', detail }] };
  }
  const seen = new Set<string>();
  // JavaScript moves names of digits to the beginning.
  const isOrdered = !entries.some(([name]) => /^[0-9]+$/u.test(name));
  const problems = entries.flatMap(([name, value], index) => {
    const found = [...(nameProblem(name, seen) ?? []), ...(valueProblem(name, value) ?? [])];
    if (isHeaderName(name)) return found;
    const place = isOrdered ? `Header ${index + 1}: ` : '';
    return found.map(({ code, detail }) => ({ name: null, code, detail: place + detail }));
  });
  const headers = entries.flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  // Only strings of limited length are serialized: a deeply nested value would exceed the stack.
  if (problems.length > 0) return { headers, problems };
  const bytes = new TextEncoder().encode(JSON.stringify(body)).length;
  if (bytes > HEADER_LIMITS.bytes) {
    const detail = `All names and values together can have at most ${HEADER_LIMITS.bytes} bytes of JSON.`;
    return { headers, problems: [{ name: null, code: 'too_long', detail }] };
  }
  return { headers, problems };
}

function nameProblem(name: string, seen: Set<string>): HeaderProblem[] | undefined {
  const form = fold(name);
  if (!isHeaderName(name)) {
    const detail = `Use a name of 1 to ${HEADER_LIMITS.nameLength} letters, digits and the characters !#$%&'*+-.^_\`|~, not of digits only.`;
    return [{ name, code: 'header_name_invalid', detail }];
  }
  if (isReservedHeader(name)) {
    const detail = 'This name is reserved. Use another name, such as X-Api-Key.';
    return [{ name, code: 'header_reserved', detail }];
  }
  if (seen.has(form)) {
    const detail =
      'Names of headers that differ only in the case of letters, or in `_` and `-`, are the same. Send this name only once.';
    return [{ name, code: 'header_repeated', detail }];
  }
  seen.add(form);
  return undefined;
}

function valueProblem(name: string, value: unknown): HeaderProblem[] | undefined {
  if (typeof value !== 'string') {
    const detail =
      'Use a string. `headers` replaces all request headers, so to remove a header, send only the others.';
    return [{ name, code: 'invalid_type', detail }];
  }
  if (HEADER_VALUE.test(value)) return undefined;
  const detail = `Use 1 to ${HEADER_LIMITS.valueLength} visible ASCII characters, with spaces and tabs only between them.`;
  return [{ name, code: 'header_value_invalid', detail }];
}

/**
 * The headers of a request: those of the platform, and the request headers of the endpoint, which never replace a header of the platform. The rules are applied
 * again, because an earlier version with fewer reserved names may have stored the request headers. A header that breaks the rules is not sent.
 */
export function withRequestHeaders(
  platform: Readonly<Record<string, string>>,
  own: readonly RequestHeader[],
): Readonly<Record<string, string>> {
  const taken = new Set(Object.keys(platform).map(fold));
  const sent = own.filter(([name, value]) => {
    if (!isHeaderName(name) || !HEADER_VALUE.test(value)) return false;
    if (isReservedHeader(name) || taken.has(fold(name))) return false;
    taken.add(fold(name));
    return true;
  });
  return { ...platform, ...Object.fromEntries(sent) };
}
