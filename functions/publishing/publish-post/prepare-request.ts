import { withoutPosition } from '#shared/files/domain/media-bytes/without-position.ts';
import type { FileStore, MediaReader } from '#shared/files/ports/media-store.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import { credentialsContext, readCredentials } from '#shared/publishing/domain/account-credentials.ts';
import type { Account, Credentials } from '#shared/publishing/domain/account.ts';
import type { Post, Publication, PublicationError } from '#shared/publishing/domain/post.ts';
import { versionFor } from '#shared/publishing/domain/version-for.ts';
import type { OutgoingMedia, PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';

/** The parts of a request that are the same for every attempt. */
export type PreparedRequest = Omit<PublishRequest, 'done' | 'unknownSince'>;

export type PrepareDependencies = {
  readonly media: Pick<MediaReader, 'findAll'>;
  readonly files: Pick<FileStore, 'read'>;
  readonly secrets: Pick<SecretBox, 'open'>;
};

/**
 * Collects the account's version of the post, its files and the decrypted credentials. Returns an error that ends the
 * publication if something is permanently missing. @throws SecretUnavailableError
 */
export async function prepareRequest(
  { media, files, secrets }: PrepareDependencies,
  {
    post,
    publication: { keyRun },
    account,
  }: { readonly post: Post; readonly publication: Publication; readonly account: Account },
): Promise<PreparedRequest | PublicationError> {
  const chosen = versionFor(post, account.id);
  if (!chosen)
    return {
      code: 'content_missing',
      detail: 'The post has no version for this account. Add a version, then publish the post again.',
    };
  const { content, options } = chosen.version;
  const library = new Map<number, OutgoingMedia>();
  const ids = [...new Set(content.flatMap((item) => item.media))];
  for (const file of await media.findAll(post.workspaceId, ids)) {
    if (file.state !== 'ready') continue;
    const { id, name, mimeType, size, altText, objectKey } = file;
    const read = async () => withoutPosition(mimeType, await files.read(objectKey));
    library.set(id, { id, name, mimeType, size, altText, read });
  }
  const missing = ids.find((id) => !library.has(id));
  if (missing !== undefined)
    return {
      code: 'media_not_found',
      detail: `The media file ${missing} is not in the media library. Replace the file in the post, then publish the post again.`,
    };

  const text = await secrets.open(account.sealedCredentials, credentialsContext(account));
  const credentials = parsed(text);
  if (!credentials)
    return {
      code: 'credentials_unreadable',
      detail: 'The credentials of the account cannot be read. Reconnect the account.',
    };
  return {
    credentials,
    facts: account.facts,
    key: `${post.id}-${keyRun.number}-${account.id}`,
    startedAt: keyRun.startedAt,
    items: content.map(({ body, url, media: own }) => ({
      body,
      url,
      media: own.flatMap((id) => library.get(id) ?? []),
    })),
    options: options[account.provider] ?? {},
  };
}

function parsed(text: string): Credentials | undefined {
  try {
    return readCredentials(text);
  } catch {
    return undefined;
  }
}
