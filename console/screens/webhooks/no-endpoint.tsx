import { useSigned } from '#console/session/context.ts';
import { may, SUBSCRIBE } from '#console/session/may.ts';

/** Why a list of all endpoints is empty. A key sees only the endpoints of its products. */
export function NoEndpoint() {
  const { session } = useSigned();
  const seesAll = SUBSCRIBE.every((permission) => may(session, permission));
  return (
    <>{seesAll ? 'This workspace has no webhook endpoint yet.' : 'No endpoint that this key can see.'}</>
  );
}
