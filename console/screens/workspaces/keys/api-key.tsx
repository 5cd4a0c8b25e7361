import { useLocation } from 'preact-iso';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { AskedCommand } from '#console/parts/command.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { Fact, TimeFact } from '#console/parts/facts.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { MemberName } from '#console/screens/workspaces/members/member-name.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { useParams } from '#console/session/params.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import type { ApiKey } from './key-reads.ts';

/** One API key: what it may do, when it was used, and its end. */
export function ApiKeyScreen() {
  const id = useParams()['key'] ?? '';
  const { session } = useSigned();
  const path = { key: id };
  const { data, error } = useQuery(['key', id], () =>
    bodyOf(session.api.GET('/api/v1/api-keys/{key}', { params: { path } })),
  );
  const place = `/api/v1/api-keys/${encodeURIComponent(id)}`;
  return (
    <>
      <BackLink href="/console/keys" to="API keys" />
      <h1>
        <bdi>{data?.data.name ?? 'API key'}</bdi>
      </h1>
      <ReadState data={data} error={error} />
      {data && <Details shown={data.data} />}
      <ApiCalls calls={[{ path: place }, { method: 'DELETE', path: place }]} />
    </>
  );
}

function Details({ shown }: { readonly shown: ApiKey }) {
  const { session } = useSigned();
  const lost = shown.granted_permissions.filter((each) => !shown.permissions.includes(each));
  return (
    <>
      <p>
        <code>{shown.id}</code> <Copy text={shown.id} label="Copy the ID" />
      </p>
      <dl>
        <Fact name="Key">
          <code>
            {shown.prefix}…{shown.last4}
          </code>{' '}
          {shown.console && 'of a console link'}
        </Fact>
        <Fact name="Member">
          <MemberName id={shown.member_id} />
        </Fact>
        <TimeFact name="Created" at={shown.created_at} />
        <TimeFact name="Last used" at={shown.last_used_at} />
        <TimeFact name="Expires" at={shown.expires_at} />
      </dl>
      <h2>Permissions</h2>
      <Permissions names={shown.permissions} />
      {lost.length > 0 && (
        <>
          <h3>Granted permissions that the member no longer has</h3>
          <Permissions names={lost} />
        </>
      )}
      <p>
        {may(session, 'workspace:audit:read') && (
          <a href={`/console/audit?key=${shown.id}`}>What this key has changed</a>
        )}
      </p>
      <Revoke shown={shown} />
    </>
  );
}

function Permissions({ names }: { readonly names: readonly string[] }) {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}

function Revoke({ shown }: { readonly shown: ApiKey }) {
  const { session } = useSigned();
  const { route } = useLocation();
  const isOwn = shown.id === session.me.key.id;
  if (!isOwn && !may(session, 'workspace:keys:write')) return null;
  const path = { key: shown.id };
  return (
    <AskedCommand
      label="Revoke"
      isFinal
      title={`Revoke ${shown.name}?`}
      send={async () => {
        await deletion(session.api.DELETE('/api/v1/api-keys/{key}', { params: { path } }));
        route('/console/keys', true);
      }}
    >
      <p>
        The key stops working within 30 seconds and cannot be restored.
        {isOwn && ' The console uses this key now, and asks for another key after the revocation.'}
      </p>
    </AskedCommand>
  );
}
