import { AskedCommand } from '#console/parts/command.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { State } from '#console/parts/state.tsx';
import { providerName } from '#console/screens/publishing/accounts/providers.ts';
import {
  type Account,
  type Post,
  type Publication,
  useAccounts,
} from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { accountName, AccountOutcome } from './account-outcome.tsx';
import { failedPublications } from './failed-publications.ts';
import { retry } from './post-commands.ts';

/** The result of each account, newest run first; what scheduling the post again would do; and a retry of each failed account. */
export function PostOutcome({ post }: { readonly post: Post }) {
  const { session } = useSigned();
  const accounts = useAccounts();
  const { publications } = post;
  if (publications.length === 0) return null;
  const retryable = may(session, 'publishing:posts:publish') ? failedPublications(post) : [];
  return (
    <section aria-labelledby="outcome">
      <h2 id="outcome">What happened</h2>
      {post.status_name === 'failed' && <p>{retrySentence(post)}</p>}
      {post.status_name === 'draft' && publications.some(isOnNetwork) && (
        <Notice tone="warn">
          The post is a draft again. If you schedule it, it is published to all of its accounts, also to those
          that already have it.
        </Notice>
      )}
      <ul class="rows" aria-label="Results by account">
        {publications.map((each) => (
          <Result
            key={`${each.run} ${each.account_id}`}
            publication={each}
            accounts={accounts.data ?? []}
            retriedPost={retryable.includes(each) ? post.id : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

function Result({
  publication,
  accounts,
  retriedPost,
}: {
  readonly publication: Publication;
  readonly accounts: readonly Account[];
  /** The post that can be published again to the account of this result. */
  readonly retriedPost: string | undefined;
}) {
  const { run, account_id: id, provider, attempts, remote, removal } = publication;
  return (
    <AccountOutcome
      outcome={publication}
      accounts={accounts}
      attempts={`attempt ${attempts} of run ${run}`}
      links={remote.map(({ id: post, url }) =>
        url === null ? (
          <bdi key={post}>{post}</bdi>
        ) : (
          <a key={post} href={url} rel="noreferrer">
            Open on {providerName(provider)}
          </a>
        ),
      )}
    >
      {removal && (
        <span>
          removal from {providerName(provider)}: <State name={removal.state} />
          {removal.error && ` ${removal.error.detail}`}
        </span>
      )}
      {retriedPost !== undefined && (
        <span class="actions">
          <Retry post={retriedPost} publication={publication} name={accountName(accounts, id)} />
        </span>
      )}
    </AccountOutcome>
  );
}

/** Publishes the post again to one account, while the others stay as they are. */
function Retry({
  post,
  publication,
  name,
}: {
  readonly post: string;
  readonly publication: Publication;
  readonly name: string;
}) {
  const { session } = useSigned();
  const isUnknown = publication.error?.code === 'outcome_unknown';
  return (
    <AskedCommand
      label="Retry"
      about={name}
      title="Publish the post again to this account?"
      send={(headers) => retry(session, post, publication.account_id, headers)}
    >
      <p>
        The post is published now to <bdi>{name}</bdi>. Other accounts on which publishing failed stay failed.
      </p>
      {isUnknown && (
        <p>
          It is unknown whether the account has the post. Open the account first: if the post is already
          there, a retry publishes it a second time.
        </p>
      )}
    </AskedCommand>
  );
}

/** Whether an account can have the post. */
function isOnNetwork({ state, error, removal }: Publication): boolean {
  const mayHave = state === 'published' || error?.code === 'outcome_unknown';
  return mayHave && removal?.state !== 'removed';
}

/** What scheduling a failed post again would do. */
function retrySentence({ publications }: Post): string {
  const published = new Set(
    publications.filter(({ state }) => state === 'published').map(({ account_id: id }) => id),
  );
  const isUnknown = publications.some(({ error }) => error?.code === 'outcome_unknown');
  const rest = isUnknown
    ? ' Open each account with an unknown result first: if the post is already there, scheduling publishes it a second time.'
    : '';
  return published.size === 0
    ? `If you schedule the post again, it is published to all of its accounts.${rest}`
    : `If you schedule the post again, it is published only to the accounts that do not have the post yet.${rest}`;
}
