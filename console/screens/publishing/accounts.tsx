import { ApiCalls } from '#console/parts/api-call.tsx';
import { Cards } from '#console/parts/lists/cards.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { AccountCard } from './accounts/account-card.tsx';
import { ConnectAccount } from './accounts/connect-account.tsx';
import { ConnectByNetwork } from './accounts/connect-by-network.tsx';
import { useAccounts } from './post-reads.ts';

/** The social accounts of the workspace. */
export function Accounts() {
  const { session } = useSigned();
  const { data, error } = useAccounts();
  const mayWrite = may(session, 'publishing:accounts:write');
  return (
    <>
      <h1>Accounts</h1>
      <p class="soft">
        Posts are published to these accounts. An account of the sandbox only records posts: it is for tests.
      </p>
      {mayWrite && (
        <>
          <ConnectAccount />
          <div class="actions">
            <ConnectByNetwork label="Connect with LinkedIn" />
          </div>
        </>
      )}
      <ReadState data={data} error={error} />
      {data?.length === 0 && <p>No account is connected yet.</p>}
      <Cards
        label="Accounts"
        items={data}
        card={(account) => <AccountCard account={account} mayWrite={mayWrite} />}
      />
      <ApiCalls calls={[{ path: `/os/api/${session.me.workspace.id}/accounts` }]} />
    </>
  );
}
