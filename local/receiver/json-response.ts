type JsonResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Matches signing secrets: base64, also with slashes escaped as in JSON or in a URL. */
const SECRET = /whsec_[A-Za-z0-9+/%\\=]{8,}/g;

/** A formatted JSON response. Signing secrets in it are redacted, wherever they were sent by mistake. */
export function jsonResponse(status: number, body: unknown): JsonResponse {
  return toResponse(status, JSON.stringify(body, hideSecret, 2));
}

/** A JSON response with fixtures, whose secrets are shown. */
export function fixtureResponse(body: unknown): JsonResponse {
  return toResponse(200, JSON.stringify(body, null, 2));
}

function toResponse(status: number, text: string): JsonResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: `${text}\n` };
}

function hideSecret(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(SECRET, 'whsec_(hidden)') : value;
}
