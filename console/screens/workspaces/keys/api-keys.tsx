import { Plus } from 'lucide';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { ButtonLink } from '#console/parts/button.tsx';
import { RowTime } from '#console/parts/facts.tsx';
import type { Column } from '#console/parts/lists/data-table.tsx';
import { LongList } from '#console/parts/lists/long-list.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
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
      <PageHead title="API keys">
        {may(session, 'workspace:keys:write') && (
          <div class="actions">
            <ButtonLink href="/console/keys/new" label="New API key" icon={Plus} />
          </div>
        )}
      </PageHead>
      <LongList
        name="keys"
        queryKey={['keys']}
        read={read}
        columns={columnsOf(me.key.id)}
        empty={<p>The workspace has no API key.</p>}
      />
      <ApiCalls calls={[{ path: '/api/v1/api-keys' }]} />
    </>
  );
}

/** @param own the ID of the key in use */
function columnsOf(own: string): readonly Column<ApiKey>[] {
  return [
    {
      name: 'Key',
      width: 'wide',
      cell: ({ id, name, console: isOfLink }) => (
        <>
          <a href={`/console/keys/${id}`}>
            <bdi>{name}</bdi>
          </a>
          {id === own && <span class="soft"> in use here</span>}
          {isOfLink && <span class="soft"> console link</span>}
        </>
      ),
    },
    {
      name: 'Begins and ends with',
      cell: ({ prefix, last4 }) => (
        <code>
          {prefix}…{last4}
        </code>
      ),
    },
    {
      name: 'Permissions',
      width: 'small',
      cell: ({ permissions: { length } }) => `${length} ${length === 1 ? 'permission' : 'permissions'}`,
    },
    { name: 'Expires', cell: expiryOf },
    {
      name: 'Last used',
      width: 'small',
      cell: ({ last_used_at: at }) => <RowTime words="last used" at={at} />,
    },
  ];
}

function expiryOf({ expires_at: at }: ApiKey) {
  return at === null ? 'never expires' : <RowTime words="expires" at={at} />;
}
