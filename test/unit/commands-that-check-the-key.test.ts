import { expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';

/**
 * Commands whose effect outlasts the key, leaves the platform or cannot be undone
 * (docs/specification.md#commands-that-check-the-key). The authorisation matrix sends each of them with a key that was revoked a
 * moment ago.
 */
const CHECKING = [
  'approve-broadcast',
  'approve-post',
  'cancel-broadcast',
  'cancel-workspace-deletion',
  'complete-connection',
  'connect-account',
  'create-api-key',
  'create-console-link',
  'create-contact-export',
  'create-endpoint',
  'create-export',
  'create-member',
  'create-notification-target',
  'delete-api-key',
  'delete-contact',
  'delete-endpoint',
  'delete-member',
  'delete-notification-target',
  'delete-oauth-app',
  'delete-workspace',
  'enable-endpoint',
  'erase-contact',
  'pause-broadcast',
  'pause-endpoint',
  'queue-post',
  'recover-endpoint',
  'resend-confirmation',
  'resend-delivery',
  'restore-post',
  'resume-broadcast',
  'retry-post',
  'rotate-notification-secret',
  'rotate-secret',
  'schedule-broadcast',
  'schedule-post',
  'send-broadcast',
  'send-message',
  'send-test-event',
  'send-test-notification',
  'set-oauth-app',
  'set-page-status',
  'take-over-endpoint',
  'update-account',
  'update-api-key',
  'update-endpoint',
  'update-member',
  'update-notification-target',
];

it('a key is checked again by every command with a lasting, external or irreversible effect', () => {
  const checking = OPERATIONS.filter(({ checksKeyOnWrite }) => checksKeyOnWrite === true);

  expect(checking.map(({ name }) => name).toSorted()).toEqual(CHECKING);
});

it('a key is checked again by an update that waives an approval, a creation that publishes, and deletions from networks', () => {
  const some = OPERATIONS.filter(({ checksKeyOnWrite }) => checksKeyOnWrite === 'some');

  expect(some.map(({ name }) => name).toSorted()).toEqual([
    'create-post',
    'delete-post',
    'delete-posts',
    'update-broadcast',
  ]);
});
