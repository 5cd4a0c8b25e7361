import { ApiCalls } from '#console/parts/api-call.tsx';
import { RowTime } from '#console/parts/facts.tsx';
import { LongList } from '#console/parts/long-list.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { ApiKey } from './key-reads.ts';

/** The API keys of the workspace, newest first. */
export function ApiKeys() {
  const { session } = useSigned();
  const { api, me } = session;
  const read = (cursor?: string) =>
    bodyOf(api.GET('/api/v1/api-keys', { params: { query: { limit: 50, ...(cursor ? { cursor } : {}) } } }));
  return (
    <>
      <h1>API keys</h1>
      {may(session, 'workspace:keys:write') && (
        <p>
          <a href="/console/keys/new">New API key</a>
        </p>
      )}
      <LongList
        name="keys"
        queryKey={['keys']}
        read={read}
        row={(key) => <Row apiKey={key} isOwn={key.id === me.key.id} />}
        empty={<p>The workspace has no API key.</p>}
      />
      <ApiCalls calls={[{ path: '/api/v1/api-keys' }]} />
    </>
  );
}

function Row({ apiKey, isOwn }: { readonly apiKey: ApiKey; readonly isOwn: boolean }) {
  const count = apiKey.permissions.length;
  return (
    <>
      <a href={`/console/keys/${apiKey.id}`}>
        <bdi>{apiKey.name}</bdi>
      </a>
      <code>
        {apiKey.prefix}…{apiKey.last4}
      </code>
      {isOwn && <span class="soft">in use here</span>}
      {apiKey.console && <span class="soft">console link</span>}
      <span>
        {count} {count === 1 ? 'permission' : 'permissions'}
      </span>
      <span>
        {apiKey.expires_at === null ? (
          'never expires'
        ) : (
          <>
            expires <When at={apiKey.expires_at} />
          </>
        )}
      </span>
      <RowTime words="last used" at={apiKey.last_used_at} />
    </>
  );
}
