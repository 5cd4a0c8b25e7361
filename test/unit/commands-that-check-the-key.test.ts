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
  'connect-phone-number',
  'create-api-key',
  'create-console-link',
  'create-contact-export',
  'create-domain',
  'create-endpoint',
  'create-export',
  'create-member',
  'create-notification-target',
  'create-pixel',
  'delete-api-key',
  'delete-block',
  'delete-broadcast',
  'delete-contact',
  'delete-domain',
  'delete-endpoint',
  'delete-media',
  'delete-media-files',
  'delete-member',
  'delete-notification-target',
  'delete-oauth-app',
  'delete-page',
  'delete-pixel',
  'delete-tag',
  'delete-workspace',
  'disconnect-account',
  'disconnect-phone-number',
  'enable-endpoint',
  'erase-contact',
  'pause-broadcast',
  'pause-endpoint',
  'queue-post',
  'recover-endpoint',
  'resend-confirmation',
  'resend-delivery',
  'reset-page-analytics',
  'restore-post',
  'resume-broadcast',
  'retry-post',
  'revoke-approval',
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
  'update-posting-queue',
  'update-workspace',
  'verify-domain',
  'verify-phone-number',
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

/** Items that hold settings of a workspace, its connections to other services, its numbers and domains, and what gives access to it. */
const SETTINGS = [
  'accounts',
  'api-keys',
  'domains',
  'endpoints',
  'hosts',
  'members',
  'notification-targets',
  'oauth-apps',
  'phone-numbers',
  'pixels',
  'posting-queues',
  'verified-numbers',
  'workspace-deletions',
  'workspaces',
];

/** The operations that the rule finds and that do not always check the key, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'delete-post': 'a post in the trash can be restored; every other deletion checks the key',
  'delete-posts': 'posts in the trash can be restored; every other deletion checks the key',
  'create-page': 'content: it only counts the pages of a domain',
  'update-page': 'content: it only counts the pages of a domain',
};

it('every DELETE, and every write of settings, connections, numbers and domains checks the key', () => {
  const isSettings = (capability: string) => {
    const [, items = ''] = /^(?:put|update|delete)-(.*)$/u.exec(capability) ?? [];
    return SETTINGS.includes(items);
  };
  const found = OPERATIONS.filter(
    ({ access, routes, uses }) =>
      access.kind === 'key' && (routes.some(({ method }) => method === 'DELETE') || uses.some(isSettings)),
  );
  const unchecked = found.filter(({ checksKeyOnWrite }) => checksKeyOnWrite !== true);

  expect(unchecked.map(({ name }) => name).toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  expect(found.length).toBeGreaterThanOrEqual(50);
  // A misspelled kind of item would protect nothing.
  const capabilities = OPERATIONS.flatMap(({ uses }) => uses.map(String));
  for (const items of SETTINGS)
    expect(capabilities.some((each) => isSettings(each) && each.endsWith(`-${items}`))).toBe(true);
});
