import type { MediaFile } from '#console/screens/publishing/media-reads.ts';
import { bodyOf, dataOf, NoResponseError } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';

/** The types of files that posts can have. */
export const FILE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
] as const;

/** What browsers call an MP4 file whose name ends in `.m4v`. */
export const M4V_TYPE = 'video/x-m4v';

type Upload = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Adds a file to the media library: declares it, sends its bytes to the file storage, and has them checked. */
export async function uploadFile(
  { api, me }: Session,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<MediaFile> {
  const path = { workspace: me.workspace.id };
  const shown = file.type === M4V_TYPE ? 'video/mp4' : file.type;
  const type = FILE_TYPES.find((each) => each === shown);
  if (type === undefined)
    throw new Error('Use a picture (JPEG, PNG, WebP or GIF) or a video (MP4, MOV or WebM).');
  const declared = { name: file.name || 'Pasted file', mime_type: type, size: file.size };
  const { data, upload } = await bodyOf(
    api.POST('/os/api/{workspace}/media', { params: { path }, body: declared }),
  );
  if (!upload) throw new NoResponseError('The response has no URL for the upload.');
  await sendBytes(upload, file, onProgress, signal);
  const params = { path: { ...path, media: data.uuid } };
  return dataOf(api.POST('/os/api/{workspace}/media/{media}/complete', { params, body: {} }));
}

/** Sends a file to the file storage. `fetch` reports no progress of an upload. */
export function sendBytes(
  { method, url, headers }: Upload,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (cause: string) => reject(new NoResponseError(`The upload failed. ${cause}`));
    request.open(method, url);
    for (const [name, value] of Object.entries(headers))
      // The browser sets the length, and rejects scripts that do.
      if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : fail('Try again.')));
    request.addEventListener('error', () => fail('Check your connection, and try again.'));
    request.addEventListener('abort', () => reject(new Error('The upload was cancelled.')));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
