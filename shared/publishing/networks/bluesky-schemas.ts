import * as v from 'valibot';

const did = v.pipe(v.string(), v.maxLength(2048), v.regex(/^did:[a-z]+:[\w.:%-]+$/u));
const cid = v.pipe(v.string(), v.maxLength(256), v.regex(/^[a-zA-Z0-9+=]{8,}$/u));
/** Stored in our records, so it has only the characters of a URI. */
const atUri = v.pipe(v.string(), v.maxLength(1024), v.regex(/^at:\/\/[!-~]+$/u));

/** The fields we read from com.atproto.server.createSession. */
export const sessionSchema = v.object({
  /** Sent in a header, so it contains only visible ASCII characters (RFC 6750, 2.1). */
  accessJwt: v.pipe(v.string(), v.maxLength(8000), v.regex(/^[!-~]+$/u)),
  did,
  handle: v.pipe(v.string(), v.nonEmpty()),
  active: v.optional(v.boolean(), true),
});

/** The fields we read from app.bsky.actor.getProfile. */
export const profileSchema = v.object({
  displayName: v.optional(v.string()),
  avatar: v.optional(v.string()),
});

/** The response of com.atproto.repo.uploadBlob, which is embedded in a record. */
export const uploadSchema = v.object({
  blob: v.object({
    $type: v.literal('blob'),
    ref: v.object({ $link: cid }),
    mimeType: v.string(),
    size: v.number(),
  }),
});

export type Blob = v.InferOutput<typeof uploadSchema>['blob'];

/** The response of com.atproto.repo.putRecord: the strong reference that other records contain to reference this record. */
export const strongRefSchema = v.object({ uri: atUri, cid });

export type StrongRef = v.InferOutput<typeof strongRefSchema>;

/** The fields we read from com.atproto.repo.getRecord of a post. */
export const recordSchema = v.object({
  uri: atUri,
  cid,
  value: v.object({ text: v.string(), createdAt: v.string() }),
});

/** The response of com.atproto.repo.deleteRecord; we read nothing of it. */
export const deletedSchema = v.object({});

/** The response of com.atproto.identity.resolveHandle. */
export const resolvedSchema = v.object({ did });

/** Error responses of XRPC; `error` is a stable code. */
export const errorSchema = v.object({ error: v.string(), message: v.optional(v.string(), '') });
