import { randomUUID } from 'node:crypto';
import type { Timer } from '#shared/platform/runtime/timer.ts';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import type { Instance } from './mastodon-instance.ts';
import { mediaSchema } from './mastodon-schemas.ts';
import { multipartBody, uploadFileName } from './multipart-body.ts';
import { UPLOAD_MS } from './network-call.ts';
import { readMedia } from './publish-thread.ts';
import { retryableError } from './publishing-stop.ts';

/** Delays between polls for a processed file, in milliseconds: about a minute in total. */
const POLL_AFTER_MS = [500, 500, 1000, 1000, 2000, 2000, 3000, 5000, 5000, 10_000, 10_000, 10_000, 10_000];

/**
 * Uploads a file with its alternative text and waits until the instance has processed it, because a status cannot include it
 * before. Returns the id of the file. @throws PublishingStopError
 */
export async function uploadMedia(instance: Instance, after: Timer, media: OutgoingMedia): Promise<string> {
  const { url, headers, network } = instance;
  const bytes = await readMedia(media);
  const { contentType, body } = multipartBody(
    media.altText === null ? {} : { description: media.altText },
    [{ name: 'file', fileName: uploadFileName(media), mimeType: media.mimeType, bytes }],
    randomUUID(),
  );
  const upload = {
    method: 'POST',
    url: url('/api/v2/media'),
    headers: { ...headers, 'content-type': contentType },
    body,
    deadlineMs: UPLOAD_MS,
  } as const;
  const response = await network.send(upload);
  const { id } = network.read(response, upload, mediaSchema);
  if (response.status !== 202) return id;
  const question = { method: 'GET', url: url(`/api/v1/media/${id}`), headers } as const;
  for (const wait of POLL_AFTER_MS) {
    await new Promise<void>((resolve) => after(wait, resolve));
    const state = await network.send(question);
    if (state.status === 206) continue;
    network.read(state, question, mediaSchema);
    return id;
  }
  throw retryableError('media_not_processed', `The social network is still processing the file ${media.id}.`);
}
