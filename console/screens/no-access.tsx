import { ApiCalls } from '#console/parts/api-call.tsx';

/** Instead of a screen that the permissions of the key do not allow. */
export function NoAccess() {
  return (
    <>
      <p>
        This key cannot see webhook endpoints: it needs <code>publishing:webhooks:subscribe</code> or{' '}
        <code>salesbot:webhooks:subscribe</code>. Use another key.
      </p>
      <ApiCalls calls={[{ path: '/api/v1/me' }]} />
    </>
  );
}
