import type { GenericSchema } from 'valibot';
import type { ErrorCode } from '#shared/platform/core/errors.ts';
import { messageCode } from '#shared/platform/core/issue.ts';
import { checkCode, type Source } from '#shared/platform/http/read-request.ts';

/** The parts of valibot schemas and actions that are read here. */
type Part = {
  readonly kind: string;
  readonly type: string;
  readonly message?: unknown;
  readonly pipe?: readonly Part[];
  readonly entries?: Readonly<Record<string, Part>>;
  readonly wrapped?: Part;
  readonly item?: Part;
  readonly options?: readonly unknown[];
  readonly metadata?: Readonly<Record<string, unknown>>;
};

const OPTIONAL: ReadonlySet<string> = new Set(['optional', 'exact_optional', 'nullish']);

/** Schemas that accept any value. */
const ANYTHING: ReadonlySet<string> = new Set(['any', 'unknown']);

/**
 * The codes of the validation errors that a schema can produce, derived from its checks; `parseContent` produces the same codes.
 * Codes that a check decides only at run time are declared by the operation.
 */
export function issueCodes(schema: GenericSchema, source: Source['in']): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>();
  visit(schema, false);
  return codes;

  function visit(part: unknown, isOfList: boolean): void {
    if (!isPart(part)) return;
    if (part.pipe) {
      const [first] = part.pipe;
      for (const piped of part.pipe) visit(piped, first?.type === 'array');
      return;
    }
    if (part.kind === 'schema') visitSchema(part);
    else if (part.kind === 'validation') addCheck(part, isOfList);
    else if (isPart(part.metadata?.['shownAs'])) visit(part.metadata['shownAs'], false);
  }

  function visitSchema({ type, entries, wrapped, item, options = [], ...part }: Part): void {
    if (wrapped) return visit(wrapped, false);
    if (entries) addMembers(type, Object.values(entries));
    visit(item, false);
    if (type === 'picklist' || type === 'literal') addCheck({ type, ...part }, false);
    else for (const option of options) visit(option, false);
    // The discriminator of a variant can be missing or have another value; both are detected only at run time.
    if (type === 'variant') for (const code of ['required', 'invalid_format'] as const) codes.add(code);
    // Query parameters are always strings, and together an object.
    if (source === 'body' && !ANYTHING.has(type)) codes.add(messageCode(part.message) ?? 'invalid_type');
  }

  function addMembers(type: string, members: readonly Part[]): void {
    if (type === 'strict_object') codes.add(source === 'query' ? 'unknown_parameter' : 'unknown_field');
    if (members.some((member) => !OPTIONAL.has(member.type))) codes.add('required');
    for (const member of members) visit(member, false);
  }

  function addCheck({ type, message }: Pick<Part, 'type' | 'message'>, isOfList: boolean): void {
    if (type === 'raw_check') return;
    codes.add(messageCode(message) ?? checkCode(type, isOfList));
  }
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && 'kind' in value && 'type' in value;
}
