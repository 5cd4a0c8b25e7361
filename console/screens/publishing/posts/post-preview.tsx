import { Failure, Progress } from '#console/parts/notices.tsx';
import { type PostBody, type PostPreview, useAccounts } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { dataOf } from '#console/session/problem.ts';
import { useLatest } from '#console/session/use-latest.ts';
import { accountName } from './account-outcome.tsx';
import { PreviewOfAccount } from './account-preview.tsx';
import { generalWarnings, isAbout } from './preview-warnings.ts';
import { warningText } from './warning-text.ts';

type Props = {
  readonly body: PostBody;
  /** Whether the day and time of the post decide when it is published. */
  readonly checksTime: boolean;
};

/** What each account would get, counted by the API as the networks count it, and what prevents scheduling. Only for a key that may write posts. */
export function PreviewOfPost(props: Props) {
  const { session } = useSigned();
  return may(session, 'publishing:posts:write') ? <Preview {...props} /> : null;
}

function Preview({ body, checksTime }: Props) {
  const { api, me } = useSigned().session;
  const params = { path: { workspace: me.workspace.id } };
  const { data, error, isBusy } = useLatest(
    JSON.stringify(body),
    // The body of the response belongs to the body of the request, which may have changed since then.
    async () => ({
      sent: body,
      preview: await dataOf(api.POST('/os/api/{workspace}/posts/preview', { params, body })),
    }),
  );
  const accounts = useAccounts();
  const nameOf = (id: number) => accountName(accounts.data ?? [], id);
  return (
    <section class="preview" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <Progress isBusy={isBusy} />
      {error && (
        <>
          <p>The preview does not show your last change.</p>
          <Failure error={error} />
        </>
      )}
      {data && <Outgoing {...data} checksTime={checksTime} nameOf={nameOf} />}
    </section>
  );
}

function Outgoing({
  sent,
  preview,
  checksTime,
  nameOf,
}: {
  readonly sent: PostBody;
  readonly preview: PostPreview;
  readonly checksTime: boolean;
  readonly nameOf: (account: number) => string;
}) {
  const { accounts, warnings } = preview;
  const textsOf = (some: readonly PostPreview['warnings'][number][]) => [
    ...new Set(some.map((warning) => warningText(warning, sent, nameOf))),
  ];
  const general = textsOf(generalWarnings(preview, sent, checksTime));
  const isReady =
    general.length === 0 && accounts.every((each) => !warnings.some((one) => isAbout(each, one, sent)));
  return (
    <>
      {accounts.length === 0 && <p>Choose an account to see what it will get.</p>}
      {accounts.map((each) => (
        <PreviewOfAccount
          key={each.account_id}
          name={nameOf(each.account_id)}
          account={each}
          isOwn={sent.versions[each.version]?.is_original === false}
          warnings={textsOf(warnings.filter((warning) => isAbout(each, warning, sent)))}
        />
      ))}
      {general.length > 0 && (
        <>
          <h3>Before you schedule the post</h3>
          <ul>
            {general.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {isReady && (
        <p>{checksTime ? 'The post can be scheduled.' : 'Nothing prevents publishing the post.'}</p>
      )}
    </>
  );
}
