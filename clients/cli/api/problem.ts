import { EXIT, CommandError } from '#cli/command/command-error.ts';
import { cutText } from '#cli/terminal/cut-text.ts';
import { safeText } from '#cli/terminal/safe-text.ts';

/** Responses with these statuses mean that the key is missing, wrong, or lacks a permission. */
const CREDENTIAL_STATUSES = [401, 403];

type Answer = {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The parsed body, or its text. */
  readonly body: unknown;
};

/** The failure that an error response means, with everything that the response says. */
export function failureOf({ status, retryAfter, body }: Answer): CommandError {
  const exitCode = CREDENTIAL_STATUSES.includes(status)
    ? EXIT.credentials
    : status >= 500
      ? EXIT.unreachable
      : EXIT.rejected;
  const retryAfterMs = millisecondsOf(retryAfter);
  return new CommandError(exitCode, describe(status, body), {
    status,
    problem: problemOf(body),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function problemOf(body: unknown): CommandError['problem'] {
  if (!isRecord(body)) return undefined;
  const [code, request] = [textOf(body['code']), textOf(body['request_id'])];
  return {
    ...(code === undefined ? {} : { code }),
    ...(request === undefined ? {} : { request_id: request }),
  };
}

function describe(status: number, body: unknown): string {
  if (!isRecord(body)) return `The API returned ${status}.`;
  // API Gateway itself answers with a `message`.
  const detail = textOf(body['detail']) ?? textOf(body['message']) ?? textOf(body['title']);
  const code = textOf(body['code']);
  const lines = [
    `${detail ?? 'The API rejected the request.'} (${[status, code].filter(Boolean).join(' ')})`,
  ];
  const errors: unknown[] = Array.isArray(body['errors']) ? body['errors'] : [];
  for (const error of errors)
    if (isRecord(error)) lines.push(`  ${placeOf(error)}: ${textOf(error['detail']) ?? ''}`);
  const missing = body['missing_permissions'];
  if (Array.isArray(missing))
    lines.push(`  The key lacks ${missing.flatMap((each) => textOf(each) ?? []).join(', ')}.`);
  const request = textOf(body['request_id']);
  if (request !== undefined) lines.push(`  request_id ${request}`);
  return lines.join('\n');
}

function placeOf(error: Readonly<Record<string, unknown>>): string {
  const { pointer, parameter, header } = error;
  if (typeof parameter === 'string') return `parameter ${textOf(parameter)}`;
  if (typeof header === 'string') return `header ${textOf(header)}`;
  return textOf(pointer) ?? 'the request';
}

/** `Retry-After` in seconds; the API sends no dates. */
function millisecondsOf(retryAfter: string | undefined): number | undefined {
  return retryAfter !== undefined && /^\d{1,6}$/u.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
}

/** A text of the response. It is made safe here, because a line break in it must not look like a line of the message. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== ''
    ? safeText(cutText(value, MAX_TEXT_CHARACTERS))
    : undefined;
}

/** Characters of a text of the API that are shown at most. */
const MAX_TEXT_CHARACTERS = 2000;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
