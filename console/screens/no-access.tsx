/** Instead of a screen that the permissions of the key do not allow. */
export function NoAccess() {
  return (
    <p>
      This key cannot see webhook endpoints: it needs <code>publishing:webhooks:subscribe</code> or{' '}
      <code>salesbot:webhooks:subscribe</code>. Use another key.
    </p>
  );
}
