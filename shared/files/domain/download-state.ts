import type { NextJob } from '#shared/platform/core/scheduled-job.ts';

/** Why a download failed. The list is closed (docs/specification/publishing.md#media-from-a-url). */
export const DOWNLOAD_FAILURES = [
  'address_blocked',
  'too_many_redirects',
  'http_error',
  'unsupported_type',
  'too_large',
  'invalid_response',
  'connection_failed',
  'interrupted',
] as const;

/** Why a download failed, with one sentence of this platform. The sentence contains no text of the response. */
export type DownloadFailure = {
  readonly code: (typeof DOWNLOAD_FAILURES)[number];
  readonly detail: string;
};

/** The download of a file, stored with the file until the file is ready. */
export type MediaDownload = {
  /** The URL as the client sent it; null after the download has failed, because a URL can be a secret. */
  readonly url: string | null;
  readonly failure: DownloadFailure | null;
  /** Attempts that have begun. */
  readonly attempts: number;
  readonly due: NextJob | null;
  readonly dueSeq: number;
};
