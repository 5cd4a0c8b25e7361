/** A file in a multipart form. The platform generates its names; names of customers would need escaping. */
export type FormFile = {
  readonly name: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/**
 * Builds a form with texts and one file (RFC 7578) as a list of parts, because `FormData` would copy a video of 200 MB twice
 * to find its length. `boundary` must be random, so that no text or file contains it.
 */
export function multipartBody(
  texts: Readonly<Record<string, string>>,
  file: FormFile,
  boundary: string,
): { readonly contentType: string; readonly body: readonly Uint8Array<ArrayBuffer>[] } {
  const fields = Object.entries(texts).map(
    ([name, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file.name}"; filename="${file.fileName}"\r\ncontent-type: ${file.mimeType}\r\n\r\n`;
  const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: [encode(fields.join('') + head), file.bytes, encode(`\r\n--${boundary}--\r\n`)],
  };
}
