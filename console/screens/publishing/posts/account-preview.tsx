import { providerName } from '#console/screens/publishing/accounts/providers.ts';
import { type MediaFile, useFiles } from '#console/screens/publishing/media-reads.ts';
import type { PostPreview } from '#console/screens/publishing/post-reads.ts';
import { usePictures } from './pictures.tsx';

type AccountPreview = PostPreview['accounts'][number];

/** What one account gets: each post of the thread with its length and files, and what its network does not accept. */
export function PreviewOfAccount({
  name,
  account: { provider, posts },
  isOwn,
  warnings,
}: {
  readonly name: string;
  readonly account: AccountPreview;
  /** Whether the account has own content. */
  readonly isOwn: boolean;
  readonly warnings: readonly string[];
}) {
  return (
    <article>
      <h3>
        <bdi>{name}</bdi>{' '}
        <span class="soft">
          {providerName(provider)}
          {isOwn && ' · own content'}
        </span>
      </h3>
      {posts.map((post, index) => (
        // The position identifies a post of the thread.
        <div key={index} class="item">
          {posts.length > 1 && (
            <p class="soft">
              Post {index + 1} of {posts.length}
            </p>
          )}
          {post.title !== null && (
            <p>
              Title: <bdi>{post.title || 'none'}</bdi>
            </p>
          )}
          <p class="said" dir="auto">
            {post.text || 'No text'}
          </p>
          <Files media={post.media} />
          <Length characters={post.characters} limit={post.limit} />
        </div>
      ))}
      {warnings.length > 0 && (
        <ul class="errors">
          {warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Length({ characters, limit }: { readonly characters: number; readonly limit: number | null }) {
  if (limit === null) return <p class="soft">{characters} characters</p>;
  const text = `${characters} of ${limit} characters`;
  return (
    <p class={characters > limit ? 'errors' : 'soft'}>
      <meter max={limit} high={Math.floor(limit * 0.9)} value={characters} aria-label={text} /> {text}
    </p>
  );
}

function Files({ media }: { readonly media: readonly number[] }) {
  const { data: files } = useFiles();
  const { pictures } = usePictures();
  if (media.length === 0) return null;
  return (
    <ul class="files">
      {media.map((id) => (
        <li key={id}>
          <OutgoingFile id={id} file={files?.find((file) => file.id === id)} picture={pictures.get(id)} />
        </li>
      ))}
    </ul>
  );
}

function OutgoingFile({
  id,
  file,
  picture,
}: {
  readonly id: number;
  readonly file: MediaFile | undefined;
  readonly picture: string | undefined;
}) {
  const description = file?.alt_text ?? '';
  return (
    <>
      {picture !== undefined && <img class="thumb" src={picture} alt="" />}
      <span>
        <bdi>{file?.name ?? `file ${id}`}</bdi>
        {file && (
          <span class="soft"> {description === '' ? 'without a description' : <bdi>{description}</bdi>}</span>
        )}
      </span>
    </>
  );
}
