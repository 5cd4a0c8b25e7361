import type { ContactEdit } from '#shared/messaging/domain/contact-edit.ts';
import { IMPORT_LIMITS } from '#shared/messaging/domain/contact-import.ts';
import type { PhoneNumbers } from '#shared/messaging/ports/phone-numbers.ts';
import { type DatePlanning, planDates } from '#shared/messaging/use-cases/plan-dates.ts';
import { type PlatformCode, ValidationError } from '#shared/platform/core/errors.ts';
import { receivedMember } from '#shared/platform/core/text.ts';
import { parseContent } from '#shared/platform/http/read-request.ts';
import { newContactBody, READ_ONLY_FIELDS, toContactEdit } from './contact-body.ts';
import { normalisePhone } from './normalise-phone.ts';

/** What a line needs besides itself. */
export type LineParsing = { readonly phoneNumbers: PhoneNumbers; readonly planning: DatePlanning };

/**
 * The contact of a line: the fields of a new contact, with an email address or a phone number. Fields that only responses have are
 * ignored, so that an export can be imported.
 * @param bytes of the line without its line feed; undefined if it is longer than a part of the file
 * @throws ValidationError
 */
export async function parseImportLine(
  { phoneNumbers, planning }: LineParsing,
  workspaceId: string,
  bytes: Uint8Array | undefined,
  now: Date,
): Promise<ContactEdit> {
  const body = parseContent(newContactBody, withoutReadOnly(parseObject(textOf(bytes))), { in: 'body' });
  const phone = await normalisePhone(phoneNumbers, body.phone, { pointer: '#/phone' });
  if ((body.email ?? null) === null && (phone ?? null) === null)
    throw rejected('required', 'Add an email or a phone: an import recognises contacts by their addresses.');
  const dates = await planDates(planning, workspaceId, body.dates, now);
  return toContactEdit({ ...body, phone, dates });
}

function textOf(bytes: Uint8Array | undefined): string {
  if (bytes === undefined || bytes.length > IMPORT_LIMITS.lineBytes)
    throw rejected('too_long', `A line can have at most ${IMPORT_LIMITS.lineBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw rejected('malformed_json', 'The line is not valid UTF-8. Encode the file in UTF-8.');
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') throw rejected('malformed_json', 'The line is empty. Remove it.');
  let value: unknown;
  try {
    value = JSON.parse(text, receivedMember);
  } catch {
    throw rejected('malformed_json', 'The line is not valid JSON. Write one JSON object per line.');
  }
  if (!isObject(value)) throw rejected('invalid_type', 'The line is not a JSON object.');
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutReadOnly(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !READ_ONLY_FIELDS.includes(name)));
}

function rejected(code: PlatformCode, detail: string): ValidationError {
  return new ValidationError([{ pointer: '#', code, detail }]);
}
