import { MEASURED_BYTES, shownPixels } from '#shared/files/domain/media-bytes/frame-size.ts';
import { isMediaType, MEDIA_LIMITS, newMedia, uploadKey } from '#shared/files/domain/media.ts';
import type { FileStore, MediaStore } from '#shared/files/ports/media-store.ts';
import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import type { IncomingFile } from '#shared/messaging/domain/provider-report.ts';
import type { IncomingFiles } from '#shared/messaging/ports/incoming-files.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { receivedLine } from '#shared/platform/core/text.ts';
import { derivedId } from '#shared/platform/runtime/ids.ts';

export type FileDependencies = {
  readonly media: Pick<MediaStore, 'find' | 'nextId' | 'create'>;
  readonly files: Pick<FileStore, 'inspect' | 'copy' | 'remove'>;
  readonly incomingFiles: IncomingFiles;
  readonly sniff: {
    readonly detect: (start: Uint8Array) => Promise<string | undefined>;
  };
};

/**
 * Stores the file of a received message in the media library, and returns its UUID; null for a file that the library does not accept or
 * that the provider no longer has. The UUID is derived from the message, so a repeated receipt stores nothing twice.
 * @throws Error if a later attempt can succeed
 */
export async function storeFile(
  { media, files, incomingFiles, sniff }: FileDependencies,
  {
    file,
    number,
    sentAt,
  }: { readonly file: IncomingFile; readonly number: PhoneNumber; readonly sentAt: Date },
  newChange: () => Change,
): Promise<string | null> {
  const { workspaceId } = number;
  const { providerFileId } = file;
  const uuid = derivedId(sentAt, `file ${providerFileId}`);
  if (await media.find(workspaceId, uuid)) return uuid;
  const prefix = `${uploadKey({ workspaceId, uuid })}/`;
  const key = await incomingFiles.fetch({ number, providerFileId, prefix });
  if (key === undefined) return null;
  const found = await files.inspect(key, MEASURED_BYTES);
  // Another run may have stored and removed it: the next attempt finds its record. Otherwise the last attempt logs the loss.
  if (!found) throw new Error('The file of a message is not where the provider has written it');
  const { size, start, version } = found;
  // The type that the sender claims is not trusted.
  const mimeType = await sniff.detect(start);
  if (mimeType === undefined || !isMediaType(mimeType) || size > MEDIA_LIMITS[mimeType]) {
    await files.remove(key);
    return null;
  }
  const change = newChange();
  const declared = { name: nameOf(file), mimeType, size, altText: null };
  const identity = { id: await media.nextId(workspaceId), uuid, workspaceId };
  const pixels = shownPixels(mimeType, start);
  const ready = { ...newMedia(declared, identity, change.at), ...pixels, state: 'ready' } as const;
  if (!(await files.copy({ key, version }, ready.objectKey))) throw new ConcurrentUpdateError();
  try {
    await media.create(ready, { change, idempotencyRecord: null });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // Another run stored the same file, or the library is full.
    if (await media.find(workspaceId, uuid)) return uuid;
    await files.remove(ready.objectKey);
    if (error.code !== 'quota_exceeded') throw error;
    return null;
  } finally {
    await files.remove(key);
  }
  return uuid;
}

/** Longest name of a file in the media library. */
const MAX_NAME = 255;

function nameOf({ fileName, type }: IncomingFile): string {
  return receivedLine(fileName, MAX_NAME) ?? `WhatsApp ${type}`;
}
