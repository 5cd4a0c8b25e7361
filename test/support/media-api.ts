import { uploadKey } from '#shared/domain/media/media.ts';
import type { Permission } from '#shared/domain/permissions.ts';
import { codeOf } from './domain-api.ts';
import type { HttpAnswer } from './http-event.ts';
import { bytesOf } from './media-files.ts';
import { type ApiRequest, type MemoryApi, startMemoryApi } from './memory-api.ts';

const EVERYTHING: readonly Permission[] = ['publishing:media:read', 'publishing:media:write'];

export type MediaApi = Awaited<ReturnType<typeof startMediaApi>>;
type Name = Parameters<MemoryApi['call']>[0];

/** A body that announces a picture. */
export const A_PICTURE = {
  name: 'Engine.png',
  mime_type: 'image/png',
  size: 1000,
  alt_text: 'A brass engine',
};

/** An API with keys for the media library, in two workspaces. */
export async function startMediaApi() {
  const api = await startMemoryApi();
  const key = api.grant(EVERYTHING);
  const other = await api.foundAnother();
  const foreignKey = api.grant(EVERYTHING, { workspaceId: other.workspaceId });

  /** Calls with the first workspace's key unless the request has another. */
  const call = (name: Name, request: ApiRequest = {}): Promise<HttpAnswer> =>
    api.call(name, { key, ...request });

  /** Announces a picture and uploads `bytes`; what was announced, as shown. */
  async function upload(bytes = bytesOf('image/png'), json: object = A_PICTURE) {
    const { data, upload: to } = (await call('create-media', { json })).body;
    api.files.upload(to, bytes);
    return data;
  }

  /** Puts other bytes where a file's upload is, as no signed URL could. */
  function replaceUpload({ uuid }: { uuid: string }, bytes: ReturnType<typeof bytesOf>): void {
    api.files.files.set(uploadKey({ workspaceId: api.workspaceId, uuid }), bytes);
  }

  const complete = (media: string, request: ApiRequest = {}) =>
    call('complete-media', { params: { media }, ...request });

  /** A picture that is ready, as shown. */
  async function ready() {
    const { uuid } = await upload();
    return (await complete(uuid)).body.data;
  }

  const stored = () => [...api.files.files.keys()].map((place) => place.split('/')[0]);

  return {
    api,
    foreignKey,
    otherWorkspaceId: other.workspaceId,
    call,
    upload,
    replaceUpload,
    complete,
    ready,
    stored,
  };
}

/** Answers to those who must not do an operation on a file, as status and code. */
export async function answersToStrangers(
  { api, foreignKey, otherWorkspaceId, call }: MediaApi,
  name: Name,
  media: string,
): Promise<Record<string, string>> {
  const isRead = name === 'get-media';
  const weak = api.grant([
    isRead ? 'publishing:media:write' : 'publishing:media:read',
    'publishing:posts:write',
  ]);
  const strangers: Record<string, ApiRequest> = {
    'no credential': { key: null },
    'a key without the permission': { key: weak },
    'a key of another workspace': { key: foreignKey },
    'a file of another workspace': { key: foreignKey, params: { workspace: otherWorkspaceId } },
    'an id that does not exist': { params: { media: '01980000-0000-7000-8000-0000000000ff' } },
    'an id that is none': { params: { media: 'nonsense' } },
    'the number that posts have': { params: { media: '1' } },
  };
  const json = isRead || name === 'delete-media' ? {} : { json: {} };
  const answers: Record<string, string> = {};
  for (const [who, { params, ...changes }] of Object.entries(strangers)) {
    answers[who] = codeOf(await call(name, { params: { media, ...params }, ...json, ...changes }));
  }
  return answers;
}

/** What strangers are answered. */
export const REFUSED_TO_STRANGERS = {
  'no credential': '401 authentication_required',
  'a key without the permission': '403 permission_missing',
  'a key of another workspace': '403 workspace_mismatch',
  'a file of another workspace': '404 media_not_found',
  'an id that does not exist': '404 media_not_found',
  'an id that is none': '404 media_not_found',
  'the number that posts have': '404 media_not_found',
};
