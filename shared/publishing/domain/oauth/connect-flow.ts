import * as v from 'valibot';
import type { SealContext } from '#shared/platform/core/secret-box.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { OAUTH_PROVIDERS } from '#shared/publishing/domain/account.ts';

/** How long a connection can be completed after its start, in milliseconds. */
export const CONNECT_MS = 10 * MINUTE_MS;

const flow = v.object({
  id: v.string(),
  workspaceId: v.string(),
  memberId: v.string(),
  provider: v.picklist(OAUTH_PROVIDERS),
  clientId: v.string(),
  codeVerifier: v.string(),
  redirectUri: v.string(),
  /** The origin of the API on which it was started; absent in a state of an earlier version. */
  origin: v.optional(v.string()),
  redirect: v.nullable(v.string()),
  account: v.nullable(v.string()),
  expiresAt: v.number(),
});

/**
 * A connection that a member has started. It is not stored: the client keeps it as the encrypted `state`
 * (docs/specification/publishing.md#connecting-by-oauth).
 */
export type ConnectFlow = Readonly<v.InferOutput<typeof flow>>;

/** The `state` cannot be bound to a workspace, because the callback does not know one. The workspace is in the plaintext. */
export const STATE_CONTEXT = {
  purpose: 'connect-state',
  workspace: 'platform',
  subject: 'state',
} as const satisfies SealContext;

/** The context of a one-time code. */
export function codeContext({ id, workspaceId }: Pick<ConnectFlow, 'id' | 'workspaceId'>): SealContext {
  return { purpose: 'connect-code', workspace: workspaceId, subject: id };
}

/** Serialises a connection to the plaintext of its `state`. */
export function writeFlow(given: ConnectFlow): string {
  return JSON.stringify(given);
}

/** Parses the plaintext of a `state`; undefined for any other text. */
export function readFlow(text: string): ConnectFlow | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), flow), text);
  return read.success ? read.output : undefined;
}

/** Whether the connection can no longer be completed. */
export function isExpired({ expiresAt }: Pick<ConnectFlow, 'expiresAt'>, now: Date): boolean {
  return expiresAt <= now.getTime();
}

/**
 * Whether the stage allows a URL as the target of the callback: an absolute URL of one of its origins, without credentials or fragment.
 * The parser is more tolerant than a browser that resolves the text against the URL of the callback: it reads an origin in
 * `https:a.example/b`, which would lead to a path of the API, and in `blob:https://a.example/b`.
 */
export function isAllowedRedirect(text: string, origins: readonly string[]): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:\/\//iu.test(text) &&
    origins.includes(url.origin) &&
    url.username === '' &&
    url.password === '' &&
    !/[\\#]/u.test(text)
  );
}
