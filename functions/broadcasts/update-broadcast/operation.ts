import { BROADCASTS_PATH, BROADCASTS_WRITE, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import {
  broadcastEditBody,
  READ_ONLY_FIELDS,
  FIELDS_OWNED_BY,
} from '#shared/broadcasts/http/broadcast-body.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

const path = `${BROADCASTS_PATH}/{broadcast}`;

export const operation = defineOperation({
  ...ON_BROADCAST,
  uses: ['get-broadcasts', 'get-contact-imports', 'update-broadcasts'],
  name: 'update-broadcast',
  summary: 'Update a broadcast',
  description:
    'Only a draft or a scheduled broadcast can be updated. Omitted fields keep their values. ' +
    '`requires_approval: true` revokes an earlier approval, even if the value was already true. A change ' +
    'of the name, message, channel, audience or `sending` keeps the approval and sets ' +
    '`approval.content_changed_since` to true. `requires_approval: false` stores the member as ' +
    '`approval_waived_by`.',
  routes: [
    { method: 'PUT', path },
    { method: 'PATCH', path },
  ],
  access: BROADCASTS_WRITE,
  // A request that turns off the required approval checks the key, because its effect outlasts the key. Edits of the content do not.
  checksKeyOnWrite: 'some',
  body: broadcastEditBody,
  readOnlyFields: [...READ_ONLY_FIELDS, 'sender'],
  fieldsOwnedBy: FIELDS_OWNED_BY,
  responses: { 200: broadcastResponseSchema },
  errors: ['concurrent_update', 'broadcast_not_editable'],
  examples: [
    { summary: 'Change the text', body: { message: { body: 'Everything is 30 % off.' } } },
    { summary: 'Require a new approval', body: { requires_approval: true } },
  ],
});
