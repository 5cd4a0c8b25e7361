import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { DownloadFailure, MediaDownload } from './download-state.ts';
import {
  type KnownMedia,
  type Media,
  type MediaIdentity,
  type MediaPixels,
  type MediaType,
  objectKeyOf,
  type RemoteMedia,
  UNKNOWN_PIXELS,
} from './media.ts';

const MAX_ATTEMPTS = 3;

/**
 * Milliseconds after which an attempt counts as interrupted. The function times out earlier, so two attempts never run at the same
 * time.
 */
export const ATTEMPT_LEASE_MS = 5 * MINUTE_MS;

/** Pauses in milliseconds after the first and the second failed attempt. */
const PAUSES_MS = [30_000, 120_000];

/** The record of a file that is downloaded from a URL. Its first attempt is due now. */
export function newRemoteMedia(
  { url, name, altText }: { readonly url: string; readonly name: string; readonly altText: string | null },
  identity: MediaIdentity,
  now: Date,
): RemoteMedia {
  return {
    ...identity,
    name,
    altText,
    ...UNKNOWN_PIXELS,
    state: 'downloading',
    mimeType: null,
    size: null,
    download: { url, failure: null, attempts: 0, ...plannedFor(now, 0) },
    objectKey: objectKeyOf(identity),
    revision: 1,
    createdAt: now,
  };
}

/**
 * The file when an attempt begins. The attempt is counted before it is made, because an attempt that is killed cannot count itself
 * afterwards. Its watchdog is planned at once.
 */
export function atAttempt(before: RemoteMedia, now: Date): RemoteMedia {
  const { attempts, dueSeq } = before.download;
  if (attempts >= MAX_ATTEMPTS) return failedDownload(before, INTERRUPTED);
  const watchdog = plannedFor(new Date(now.getTime() + ATTEMPT_LEASE_MS), dueSeq, false);
  return changed(before, { ...before.download, attempts: attempts + 1, ...watchdog });
}

const INTERRUPTED: DownloadFailure = {
  code: 'interrupted',
  detail: 'The platform could not finish the download. Delete the file and send the URL again.',
};

/** The file after an attempt that failed for a reason that can pass: another attempt is planned, unless it was the last one. */
export function afterFailedAttempt(before: RemoteMedia, failure: DownloadFailure, now: Date): RemoteMedia {
  const { attempts, dueSeq } = before.download;
  const pause = PAUSES_MS[attempts - 1];
  if (attempts >= MAX_ATTEMPTS || pause === undefined) return failedDownload(before, failure);
  return changed(before, { ...before.download, ...plannedFor(new Date(now.getTime() + pause), dueSeq) });
}

/** The file after a download that cannot succeed any more. */
export function failedDownload(before: RemoteMedia, failure: DownloadFailure): RemoteMedia {
  const { download } = before;
  const ended = { ...download, url: null, failure, due: null, dueSeq: download.dueSeq + 1 };
  return { ...changed(before, ended), state: 'failed' };
}

/** The file after its download: an ordinary file of the library. */
export function downloadedMedia(
  before: RemoteMedia,
  { mimeType, size, width, height }: MediaPixels & { readonly mimeType: MediaType; readonly size: number },
): KnownMedia {
  const revision = before.revision + 1;
  return { ...before, state: 'ready', mimeType, size, width, height, download: null, revision };
}

/** Whether another attempt, an end or a new plan has replaced the attempt of `claimed`. Edits of the name do not matter. */
export function isSameAttempt(claimed: RemoteMedia, current: Media | undefined): current is RemoteMedia {
  return current?.download?.dueSeq === claimed.download.dueSeq;
}

function changed(before: RemoteMedia, download: MediaDownload): RemoteMedia {
  return { ...before, download, revision: before.revision + 1 };
}

function plannedFor(at: Date, dueSeq: number, timer = true): Pick<MediaDownload, 'due' | 'dueSeq'> {
  return { due: { at, seq: dueSeq + 1, timer }, dueSeq: dueSeq + 1 };
}
