/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const PICTURE_SIZE = PNG.length;

type Announced = {
  readonly data?: { readonly size?: number };
  readonly upload?: { readonly url: string; readonly headers: Record<string, string> };
};

/** Uploads the picture where an answer asks for a file of its size, so that there is something to complete. */
export async function uploadPicture(answer: unknown): Promise<void> {
  const { data, upload }: Announced = Object(answer);
  if (!upload || data?.size !== PICTURE_SIZE) return;
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(PNG) });
}
