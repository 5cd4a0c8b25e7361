import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { operationId } from '#shared/api-docs/operation-id.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import { fieldRules, parseContent } from '#shared/platform/http/read-request.ts';

/** The validation error of one field in a body of an operation. */
function issueOf(name: string, field: string) {
  const operation = OPERATIONS.find((known) => known.name === name);
  if (!operation?.body) throw new Error(`${name} has no body`);
  try {
    parseContent(operation.body, { [field]: 1 }, { in: 'body' }, fieldRules(operation));
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.issues.find(({ pointer }) => pointer === `#/${field}`);
  }
  return undefined;
}

describe('fieldRules, the sentence about a read-only field', () => {
  it.each([
    ['create-post', 'id', 'The platform sets this field. Remove it.'],
    ['create-endpoint', 'id', 'The platform sets this field. Remove it.'],
    ['update-page', 'id', 'The platform sets this field. Remove it. Omitted fields keep their values.'],
    ['update-broadcast', 'id', 'The platform sets this field. Remove it. Omitted fields keep their values.'],
    [
      'update-post',
      'id',
      'The platform sets this field. Remove only this field and send the others: the request replaces all fields, and omitted fields become empty.',
    ],
  ])('of %s, field %s, fits what the request does with omitted fields', (name, field, detail) => {
    expect(issueOf(name, field)).toMatchObject({ code: 'field_not_updatable', detail });
  });
});

describe('fieldRules, fields that another operation or field determines', () => {
  const ids = new Set(OPERATIONS.map(({ name }) => operationId(name)));

  it.each([
    ['update-post', 'status', 'schedulePost'],
    ['create-post', 'status', 'schedulePost'],
    ['create-post', 'scheduled_at', 'updatePost'],
    ['update-post', 'trashed', 'restorePost'],
    ['update-post', 'timezone', 'updateWorkspace'],
    ['update-broadcast', 'state', 'sendBroadcast'],
    ['update-endpoint', 'state', 'enableEndpoint'],
    ['update-endpoint', 'secret', 'rotateSecret'],
    ['create-endpoint', 'secret_rotation', 'rotateSecret'],
    ['update-notification-target', 'secret', 'rotateNotificationSecret'],
    ['update-endpoint', 'responsible_member', 'takeOverEndpoint'],
    ['update-page', 'has_password', 'updatePage'],
  ])('identifies for %s, field %s, the operation %s', (name, field, use) => {
    expect(issueOf(name, field)).toMatchObject({ code: 'field_not_updatable', use });
  });

  it('names date and time as the fields that determine scheduled_at', () => {
    expect(issueOf('create-post', 'scheduled_at')?.detail).toContain('Send date and time');
  });

  it('identifies existing operations only', () => {
    const used = OPERATIONS.flatMap(({ fieldsOwnedBy = {} }) =>
      Object.values(fieldsOwnedBy).map((owner) => (typeof owner === 'string' ? owner : owner.use)),
    );

    expect(used.filter((id) => !ids.has(id))).toEqual([]);
  });
});
