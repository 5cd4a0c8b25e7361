import { CONTACT_LIMITS, type Contact } from '#shared/messaging/domain/contact.ts';
import { ValidationError, type ValidationIssue } from '#shared/platform/core/errors.ts';

/** Rejects an edit after which a contact would have too many tags, custom fields or dates. @throws ValidationError */
export function requireContactLimits({ tags, customFields, dates }: Contact): void {
  const bytes = Buffer.byteLength(JSON.stringify(Object.fromEntries(customFields)));
  const issues: ValidationIssue[] = [
    ...(tags.length > CONTACT_LIMITS.tags
      ? [
          {
            pointer: '#/add_tags',
            code: 'too_many_items' as const,
            detail: `A contact can have at most ${CONTACT_LIMITS.tags} tags. Remove others first.`,
          },
        ]
      : []),
    ...(customFields.size > CONTACT_LIMITS.customFields
      ? [
          {
            pointer: '#/custom_fields',
            code: 'too_many_items' as const,
            detail: `A contact can have at most ${CONTACT_LIMITS.customFields} custom fields. Remove others first.`,
          },
        ]
      : []),
    ...(bytes > CONTACT_LIMITS.customFieldBytes
      ? [
          {
            pointer: '#/custom_fields',
            code: 'too_long' as const,
            detail: `The custom fields of a contact can have at most ${CONTACT_LIMITS.customFieldBytes} bytes of JSON together.`,
          },
        ]
      : []),
    ...(dates.size > CONTACT_LIMITS.dates
      ? [
          {
            pointer: '#/dates',
            code: 'too_many_items' as const,
            detail: `A contact can have at most ${CONTACT_LIMITS.dates} dates. Remove others first.`,
          },
        ]
      : []),
  ];
  if (issues.length > 0) throw new ValidationError(issues);
}
