import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';

/** Networks check the file extension; the original name stays private. */
export function uploadFileName({ id, mimeType }: Pick<OutgoingMedia, 'id' | 'mimeType'>): string {
  return `${id}.${mimeType === 'video/quicktime' ? 'mov' : mimeType.slice(mimeType.indexOf('/') + 1)}`;
}

/** A file in a multipart form. The platform generates its names; names of customers would need escaping. */
export type FormFile = {
  readonly name: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/**
 * Builds a form with texts and files (RFC 7578) as a list of parts, because `FormData` would copy a video of 200 MB twice
 * to find its length. `boundary` must be random, so that no text or file contains it.
 */
export function multipartBody(
  texts: Readonly<Record<string, string>>,
  files: readonly FormFile[],
  boundary: string,
): { readonly contentType: string; readonly body: readonly Uint8Array<ArrayBuffer>[] } {
  const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const fields = Object.entries(texts).map(([name, text]) =>
    encode(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`),
  );
  const attached = files.flatMap(({ name, fileName, mimeType, bytes }) => [
    encode(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: ${mimeType}\r\n\r\n`,
    ),
    bytes,
    encode('\r\n'),
  ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: [...fields, ...attached, encode(`--${boundary}--\r\n`)],
  };
}
