/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const PICTURE_SIZE = PNG.length;

type Announced = {
  readonly data?: { readonly size?: number };
  readonly upload?: { readonly url: string; readonly headers: Record<string, string> };
};

/** Uploads the picture if a response requests an upload of its size, so that the upload can be completed. */
export async function uploadPicture(response: unknown): Promise<void> {
  const { data, upload }: Announced = Object(response);
  if (!upload || data?.size !== PICTURE_SIZE) return;
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(PNG) });
}
