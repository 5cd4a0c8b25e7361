import type { DownloadFailure } from '#shared/files/domain/download-state.ts';
import type { MediaType } from '#shared/files/domain/media.ts';

/** A file of another server, of which the first bytes have arrived. */
export type RemoteFile = {
  /** Detected from the first bytes. */
  readonly mimeType: MediaType;
  /** The whole file, to be read once. @throws DownloadError while it is read */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection. Must be called. */
  readonly close: () => void;
};

/** Files of other servers. */
export type RemoteFiles = {
  /** @throws DownloadError */
  open(url: string): Promise<RemoteFile>;
};

/** A file could not be downloaded. The message contains no text of the other server. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly failure: DownloadFailure;
  /** Whether a later attempt can succeed. */
  readonly canPass: boolean;

  constructor(
    code: DownloadFailure['code'],
    detail: string,
    { canPass = false, cause }: { readonly canPass?: boolean; readonly cause?: unknown } = {},
  ) {
    super(detail, { cause });
    this.failure = { code, detail };
    this.canPass = canPass;
  }
}
