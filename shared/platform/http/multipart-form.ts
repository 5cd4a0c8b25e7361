import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { type FormPart, malformed, readFormParts } from './form-parts.ts';
import type { HttpEvent, Operation } from './operation.ts';

/**
 * Maximum size of a form with files, in bytes. API Gateway passes it to Lambda in base64, which adds a third, and the event of an
 * invocation can have 6 MiB, headers included.
 */
export const MAX_FORM_BYTES = 4_500_000;

/** An error repeats the name of an unknown field, so a name must not fill the response. */
const MAX_FIELD_NAME = 200;

const FORM_TYPE = /^multipart\/form-data(?=\s*(?:;|$))/iu;

/** A file of a form. */
export class FormFile {
  /** The file name as the client sent it: possibly a path, and any characters. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(name: string, bytes: Uint8Array<ArrayBuffer>) {
    this.name = name;
    this.bytes = bytes;
  }

  /** What two equal requests have in common, for the fingerprint of an idempotency key. */
  toJSON() {
    return { name: this.name, sha256: createHash('sha256').update(this.bytes).digest('hex') };
  }
}

/** A field of a form that contains a file. */
export const formFile = v.pipe(
  v.instance(FormFile, issue('invalid_type', 'Send the field once, as a file with a file name.')),
  v.metadata({ jsonSchema: { type: 'string', format: 'binary' } }),
);

/** Whether the body of a request is a form with files, and its operation accepts one. */
export function acceptsForm({ multipart }: Operation, { headers }: Pick<HttpEvent, 'headers'>): boolean {
  return multipart !== undefined && FORM_TYPE.test(headers['content-type']?.trim() ?? '');
}

/**
 * The fields of a form (RFC 7578): texts, files, and a list for a field that occurs more than once. Fingerprints and schemas see them
 * like JSON, because the boundary of a form differs in each request. @throws PlatformError `malformed_form`
 */
export function readMultipart({ headers, body = '', isBase64Encoded }: HttpEvent): unknown {
  const fields = new Map<string, unknown[]>();
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  for (const part of readFormParts(bytes, headers['content-type'] ?? '')) {
    const { name, fileName } = part;
    if (name.length > MAX_FIELD_NAME)
      throw malformed(`A field name of the form has more than ${MAX_FIELD_NAME} characters.`);
    const read = fileName === undefined ? textOf(part) : new FormFile(fileName, part.bytes);
    fields.set(name, [...(fields.get(name) ?? []).slice(0, 1), read]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function textOf({ bytes }: FormPart): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('A text of the form is not valid UTF-8. Encode the texts in UTF-8.');
  }
}
