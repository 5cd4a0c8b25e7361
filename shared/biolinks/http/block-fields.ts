import { type BlockFields, windowIssues } from '#shared/biolinks/domain/block-edit.ts';
import type { Block, BlockContent } from '#shared/biolinks/domain/block.ts';
import { SIGNUP_DEFAULTS } from '#shared/biolinks/domain/signup.ts';
import { type ValidationIssue, ValidationError } from '#shared/platform/core/errors.ts';
import { parseContent } from '#shared/platform/http/read-request.ts';
import { BLOCK_READ_ONLY_FIELDS, blockBody, type BlockBody } from './block-body.ts';
import { contentView } from './block-view.ts';

/** The fields of a new block; `pointer` is the place of the block in the request. @throws ValidationError if the time window is empty */
export function newFields(body: BlockBody, pointer = '#'): BlockFields {
  return inWindow(`${pointer}/ends_at`, toFields(body));
}

/**
 * The fields of a block after an edit. Omitted fields keep their value; sent fields must belong to the type of the block. The
 * merged result is validated as a whole. @throws ValidationError with every issue
 */
export function editedFields(before: Block, sent: Readonly<Record<string, unknown>>): BlockFields {
  const { position: _, ...rest } = sent;
  const merged = {
    ...contentView(before.content),
    visible: before.visible,
    starts_at: before.startsAt?.toISOString() ?? null,
    ends_at: before.endsAt?.toISOString() ?? null,
    ...rest,
    type: before.content.type,
  };
  const fixed = fixedFieldIssues(sent);
  const body = parsed(merged, fixed);
  if (fixed.length > 0) throw new ValidationError(fixed);
  return inWindow('ends_at' in sent ? '#/ends_at' : '#/starts_at', toFields(body));
}

function parsed(merged: object, fixed: readonly ValidationIssue[]): BlockBody {
  try {
    return parseContent(
      blockBody,
      merged,
      { in: 'body' },
      { readOnlyFields: BLOCK_READ_ONLY_FIELDS, omitted: 'kept' },
    );
  } catch (error) {
    if (error instanceof ValidationError) throw new ValidationError([...fixed, ...error.issues]);
    throw error;
  }
}

/** The type of a block never changes, and positions are set for all blocks at once. */
function fixedFieldIssues(sent: object): ValidationIssue[] {
  const code = 'field_not_updatable';
  const type = {
    pointer: '#/type',
    code,
    detail: 'The type of a block cannot be changed. Create another block.',
  } as const;
  const use = 'reorderBlocks';
  const position = {
    pointer: '#/position',
    code,
    detail: `This operation does not set the field. Use ${use}.`,
    use,
  } as const;
  return [
    ...(Object.hasOwn(sent, 'type') ? [type] : []),
    ...(Object.hasOwn(sent, 'position') ? [position] : []),
  ];
}

function inWindow(pointer: string, fields: BlockFields): BlockFields {
  const issues = windowIssues(pointer, fields);
  if (issues.length > 0) throw new ValidationError(issues);
  return fields;
}

function toFields(body: BlockBody): BlockFields {
  return {
    content: toContent(body),
    visible: body.visible ?? true,
    startsAt: body.starts_at ?? null,
    endsAt: body.ends_at ?? null,
  };
}

function toContent(body: BlockBody): BlockContent {
  switch (body.type) {
    case 'link':
      return { type: body.type, title: body.title, url: body.url, icon: body.icon ?? null };
    case 'header':
      return { type: body.type, title: body.title };
    case 'text':
      return { type: body.type, text: body.text };
    case 'image':
      return { type: body.type, mediaUrl: body.media_url, alt: body.alt, url: body.url ?? null };
    case 'social':
      return { type: body.type, items: body.items };
    case 'email':
      return { type: body.type, title: body.title, email: body.email };
    case 'phone':
      return { type: body.type, title: body.title, phone: body.phone };
    case 'video':
      return { type: body.type, url: body.url };
    case 'signup':
      return {
        type: body.type,
        title: body.title,
        button: body.button ?? SIGNUP_DEFAULTS.button,
        consent: body.consent,
        asksName: body.ask_name ?? SIGNUP_DEFAULTS.asksName,
        thanks: body.thanks ?? SIGNUP_DEFAULTS.thanks,
      };
    default:
      return { type: body.type };
  }
}
