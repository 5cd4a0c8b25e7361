import * as v from 'valibot';
import type { Running } from '#scripts/lib/stack/running.ts';
import { sendRequest } from './send-request.ts';

/** Files that a sample may need: declared, uploaded, uploaded with a wrong type, ready or in use. */
export const MEDIA_GIVENS = [
  'announced-media',
  'uploaded-media',
  'wrongly-uploaded-media',
  'media',
  'media-in-use',
] as const;

type MediaGiven = (typeof MEDIA_GIVENS)[number];

const numbered = v.object({ data: v.object({ id: v.number(), uuid: v.string() }) });
const post = v.object({ data: v.object({ id: v.string() }) });
const announced = v.object({
  ...numbered.entries,
  upload: v.object({ url: v.string(), headers: v.record(v.string(), v.string()) }),
});

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export function isMediaGiven(given: string): given is MediaGiven {
  return MEDIA_GIVENS.some((each) => each === given);
}

/** Creates a file through the API and its upload URL; returns the values of its placeholders. */
export async function prepareMediaGiven(
  running: Running,
  given: MediaGiven,
): Promise<Record<string, string>> {
  const picture = { name: 'Sample.png', mime_type: 'image/png', size: PNG.length };
  const { data, upload } = v.parse(announced, await create('media', picture));
  const mediaUuid = data.uuid;
  if (given === 'announced-media') return { mediaUuid };
  const isWrong = given === 'wrongly-uploaded-media';
  await put(upload, isWrong ? Buffer.alloc(PNG.length) : PNG);
  if (isWrong || given === 'uploaded-media') return { mediaUuid };
  await create(`media/${mediaUuid}/complete`, {});
  if (given === 'media-in-use') await scheduleWith(data.id);
  return { mediaUuid };

  async function put({ url, headers }: { url: string; headers: Record<string, string> }, body: Buffer) {
    const bytes = new Uint8Array(body);
    const response = await fetch(url, { method: 'PUT', headers, body: bytes });
    if (!response.ok) throw new Error(`PUT ${url} returned ${response.status}: ${await response.text()}`);
  }

  /** Schedules a post with the file for the end of the century. */
  async function scheduleWith(file: number): Promise<void> {
    const sandbox = { provider: 'sandbox', name: 'Sample', credentials: {} };
    const account = v.parse(numbered, await create('accounts', sandbox)).data;
    const body = {
      accounts: [account.id],
      date: '2099-12-31',
      time: '12:00',
      versions: [{ account_id: 0, is_original: true, content: [{ body: 'Sample', media: [file] }] }],
    };
    const { id } = v.parse(post, await create('posts', body)).data;
    await create(`posts/schedule/${id}`, {});
  }

  function create(what: string, body: unknown): Promise<unknown> {
    return sendRequest(running, 'POST', `/os/api/${running.workspaceId}/${what}`, body);
  }
}
