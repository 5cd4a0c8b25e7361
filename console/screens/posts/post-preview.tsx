import { Failure, Progress } from '#console/parts/notices.tsx';
import { providerName } from '#console/screens/accounts/credentials.tsx';
import { useFiles } from '#console/screens/media-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useLatest } from '#console/session/use-latest.ts';
import { type PostBody, type PostPreview, useAccounts } from './post-reads.ts';
import { warningText } from './warning-text.ts';

/** What each account would get, counted by the API as the networks count it, and what prevents scheduling. */
export function PreviewOfPost({ body }: { readonly body: PostBody }) {
  const { api, me } = useSigned().session;
  const params = { path: { workspace: me.workspace.id } };
  const { data, error, isBusy } = useLatest(
    JSON.stringify(body),
    async () => (await bodyOf(api.POST('/os/api/{workspace}/posts/preview', { params, body }))).data,
  );
  const accounts = useAccounts();
  const nameOf = (id: number) => accounts.data?.find((account) => account.id === id)?.name ?? `account ${id}`;
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
      {data?.accounts.length === 0 && <p>Choose an account to see what it will get.</p>}
      {data?.accounts.map((each) => (
        <Outgoing key={each.account_id} name={nameOf(each.account_id)} account={each} />
      ))}
      {data && data.warnings.length > 0 && (
        <>
          <h3>Before you schedule the post</h3>
          <ul>
            {[...new Set(data.warnings.map((warning) => warningText(warning, body, nameOf)))].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {data && data.warnings.length === 0 && <p>The post can be scheduled.</p>}
    </section>
  );
}

function Outgoing({
  name,
  account: { provider, posts },
}: {
  readonly name: string;
  readonly account: PostPreview['accounts'][number];
}) {
  const { data: files } = useFiles();
  const fileName = (id: number) => files?.find((file) => file.id === id)?.name ?? `file ${id}`;
  return (
    <article>
      <h3>
        <bdi>{name}</bdi> <span class="soft">{providerName(provider)}</span>
      </h3>
      {posts.map(({ text, characters, limit, media }, index) => (
        // The position identifies a post of the thread.
        <div key={index} class="item">
          <p class="said" dir="auto">
            {text || 'No text'}
          </p>
          {media.length > 0 && (
            <p class="soft">
              <bdi>{media.map(fileName).join(', ')}</bdi>
            </p>
          )}
          <p class={limit !== null && characters > limit ? 'errors' : 'soft'}>
            {limit === null ? `${characters} characters` : `${characters} of ${limit} characters`}
          </p>
        </div>
      ))}
    </article>
  );
}
