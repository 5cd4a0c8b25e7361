import { ApiCalls } from '#console/parts/api-call.tsx';
import { type Permission, SUBSCRIBE } from '#console/session/may.ts';

/** Instead of a screen that the permissions of the key do not allow. */
export function NoAccess({
  needs = SUBSCRIBE,
  needsAll = false,
}: {
  readonly needs?: readonly Permission[];
  /** Whether the screen needs all of the permissions, not only one. */
  readonly needsAll?: boolean | undefined;
}) {
  const isForEndpoints = needs === SUBSCRIBE && !needsAll;
  return (
    <>
      <p>
        This key cannot see {isForEndpoints ? 'webhook endpoints' : 'this screen'}: it requires{' '}
        {needs.map((permission, index) => (
          <>
            {index > 0 && (needsAll ? ' and ' : ' or ')}
            <code>{permission}</code>
          </>
        ))}
        . Use another key.
      </p>
      <ApiCalls calls={[{ path: '/api/v1/me' }]} />
    </>
  );
}
