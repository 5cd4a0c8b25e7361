type JsonResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Whatever looks like a signing secret: base64, also with slashes escaped as in JSON or in a URL. */
const SECRET = /whsec_[A-Za-z0-9+/%\\=]{8,}/g;

/** A JSON answer for people to read. Signing secrets in it, wherever somebody put them by mistake, are hidden. */
export function jsonResponse(status: number, body: unknown): JsonResponse {
  return answer(status, JSON.stringify(body, hideSecret, 2));
}

/** The same for fixtures, whose secrets are there to be read. */
export function fixtureAnswer(body: unknown): JsonResponse {
  return answer(200, JSON.stringify(body, null, 2));
}

function answer(status: number, text: string): JsonResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: `${text}\n` };
}

function hideSecret(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(SECRET, 'whsec_(hidden)') : value;
}
