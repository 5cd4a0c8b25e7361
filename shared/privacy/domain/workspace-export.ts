import type { MediaType } from '#shared/files/domain/media.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import * as privacyErrors from '#shared/privacy/errors.ts';

/** What an export contains: the whole workspace, or its contacts only. */
export const EXPORT_SCOPES = ['workspace', 'contacts'] as const;

export type ExportScope = (typeof EXPORT_SCOPES)[number];

/**
 * An export and its files are deleted after this many milliseconds, as the lifecycle rules of the bucket: 7 days; of contacts, which are
 * personal data, a day.
 */
export const EXPORT_TTL_MS: Readonly<Record<ExportScope, number>> = {
  workspace: 7 * DAY_MS,
  contacts: DAY_MS,
};

/**
 * A workspace can be exported once in this many milliseconds: 4 hours. Each export holds a copy of every media file until it expires, so
 * that exports without a pause would multiply the storage of a workspace. Contacts can be exported once in an hour.
 */
export const EXPORT_INTERVAL_MS: Readonly<Record<ExportScope, number>> = {
  workspace: DAY_MS / 6,
  contacts: DAY_MS / 24,
};

/** Of each scope, what the errors call it, and the operation that shows the progress. */
const WORDS = {
  workspace: { what: 'A workspace can be exported once in 4 hours', getter: 'getExport' },
  contacts: {
    what: 'The contacts of a workspace can be exported once in an hour',
    getter: 'getContactExport',
  },
} as const satisfies Readonly<Record<ExportScope, unknown>>;

/** How long a URL of a file is valid, in milliseconds. */
export const EXPORT_URL_MS = HOUR_MS;

/** An export that is not complete after this many milliseconds fires an alarm. */
const LATE_MS = 6 * HOUR_MS;

/** Turns in a row without a new file after which an export fails. With the wait after each of them, they take about 3 hours. */
const MAX_ATTEMPTS = 8;

/** The longest wait after a turn without a new file. */
const MAX_WAIT_MINUTES = 60;

/** The list of files is part of the item, which DynamoDB limits to 400 KB. */
const MAX_FILES = 4000;

/** The resources of an export in order; each has files of its own. */
export const EXPORTED_RESOURCES = [
  'workspace',
  'members',
  'api-keys',
  'webhooks',
  'accounts',
  'tags',
  'media',
  'posts',
  'trashed-posts',
  'broadcasts',
  'contacts',
  'external-contacts',
  'external-broadcasts',
  'phone-numbers',
  'conversations',
  'messages',
  'external-conversations',
  'external-messages',
  'automations',
  'payments',
  'bookings',
  'orders',
  'pages',
  'blocks',
  'domains',
  'pixels',
  'audit-events',
  'media-files',
] as const;

export type ExportedResource = (typeof EXPORTED_RESOURCES)[number];

/**
 * The field of a record with the ID of its contact, for the kinds of records that an erasure removes from exports. The other kinds have no
 * data of contacts, or outlive their contacts without them.
 */
export const CONTACT_FIELDS: Readonly<Partial<Record<ExportedResource, 'id' | 'contact_id'>>> = {
  contacts: 'id',
  'external-contacts': 'id',
  conversations: 'contact_id',
  messages: 'contact_id',
  'external-conversations': 'contact_id',
  'external-messages': 'contact_id',
  payments: 'contact_id',
  bookings: 'contact_id',
  orders: 'contact_id',
};

/** The permissions to read all records of a kind by the API. The export contains a kind only if the key has all of them. */
export const EXPORT_PERMISSIONS: Readonly<Record<ExportedResource, readonly Permission[]>> = {
  workspace: ['workspace:settings:read'],
  members: ['workspace:members:read'],
  'api-keys': ['workspace:keys:read'],
  // A key sees an endpoint if it may subscribe to each of the endpoint's products.
  webhooks: ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe'],
  accounts: ['publishing:accounts:read'],
  tags: ['publishing:tags:read'],
  media: ['publishing:media:read'],
  posts: ['publishing:posts:read'],
  'trashed-posts': ['publishing:posts:read'],
  broadcasts: ['salesbot:broadcasts:read'],
  contacts: ['salesbot:contacts:read'],
  'external-contacts': ['salesbot:contacts:read'],
  'external-broadcasts': ['salesbot:broadcasts:read'],
  'phone-numbers': ['salesbot:numbers:read'],
  conversations: ['salesbot:conversations:read'],
  messages: ['salesbot:conversations:read'],
  'external-conversations': ['salesbot:conversations:read'],
  'external-messages': ['salesbot:conversations:read'],
  automations: ['salesbot:webhooks:subscribe'],
  payments: ['salesbot:webhooks:subscribe'],
  bookings: ['salesbot:webhooks:subscribe'],
  orders: ['salesbot:webhooks:subscribe'],
  pages: ['biolinks:pages:read'],
  blocks: ['biolinks:pages:read'],
  domains: ['biolinks:domains:read'],
  pixels: ['biolinks:pixels:read'],
  'audit-events': ['workspace:audit:read'],
  'media-files': ['publishing:media:read'],
};

/** The kinds of records that a key with these permissions can export. */
export function exportableKinds(held: ReadonlySet<Permission>): ExportedResource[] {
  return EXPORTED_RESOURCES.filter((kind) => missingPermissions([kind], held).length === 0);
}

/** The permissions that a key lacks to read these kinds of records, each once. */
export function missingPermissions(
  kinds: readonly ExportedResource[],
  held: ReadonlySet<Permission>,
): Permission[] {
  return permissionsFor(kinds).filter((permission) => !held.has(permission));
}

/** The permissions to read these kinds of records, each once. */
export function permissionsFor(kinds: readonly ExportedResource[]): Permission[] {
  return [...new Set(kinds.flatMap((kind) => EXPORT_PERMISSIONS[kind]))];
}

/** A file of an export in NDJSON: one record per line, as the API returns it. */
export type ExportFile = {
  readonly name: string;
  readonly records: number;
  readonly bytes: number;
  /** The run that wrote the file. Of two runs that overlap, none replaces a file of the other. */
  readonly run: string;
};

/** A file of the media library that an export copies. */
export type ExportedMedia = {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly mimeType: MediaType;
  readonly size: number;
  readonly objectKey: string;
};

const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
} as const satisfies Record<MediaType, string>;

/** Reasons of failed exports. */
export const EXPORT_FAILURES = ['attempts_exhausted', 'too_many_files'] as const;

export type ExportFailure = (typeof EXPORT_FAILURES)[number];

/** An export of a workspace (docs/specification/workspaces.md#exporting-a-workspace). */
export type WorkspaceExport = {
  readonly id: string;
  readonly workspaceId: string;
  readonly scope: ExportScope;
  readonly state: 'queued' | 'running' | 'completed' | 'failed';
  /** Why the export failed; otherwise null. */
  readonly failure: ExportFailure | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** The kinds of records that the export contains, in order: those that its creator could read. */
  readonly kinds: readonly ExportedResource[];
  /** The resource of the next file; null once the export is complete. */
  readonly part: ExportedResource | null;
  /** Where the next file continues in the resource; null at its start. */
  readonly after: string | null;
  readonly files: readonly ExportFile[];
  /** Counts changes: of two runs that change the same export, the second one is rejected. */
  readonly step: number;
  /** Turns that began since the last file was written. */
  readonly attempts: number;
  /** When the export may have its next turn. Of several exports, the one with the earliest time is first. */
  readonly turnAt: Date;
};

/** A new export. */
export function newExport(
  id: string,
  workspaceId: string,
  now: Date,
  kinds: readonly ExportedResource[] = EXPORTED_RESOURCES,
  scope: ExportScope = 'workspace',
): WorkspaceExport {
  return {
    id,
    workspaceId,
    scope,
    state: 'queued',
    failure: null,
    createdAt: now,
    finishedAt: null,
    kinds,
    part: kinds[0] ?? null,
    after: null,
    files: [],
    step: 0,
    attempts: 0,
    turnAt: now,
  };
}

/** The name of the next file. */
export function fileName({ files, part }: WorkspaceExport): string {
  const number = files.filter(({ name }) => name.startsWith(`${part}-`)).length + 1;
  return `${part}-${String(number).padStart(4, '0')}.ndjson`;
}

/** The name of a copied media file in the export. */
export function copyName({ uuid, mimeType }: Pick<ExportedMedia, 'uuid' | 'mimeType'>): string {
  return `media/${uuid}.${EXTENSIONS[mimeType]}`;
}

/** The export after a file. `after` is where the resource continues; null at its end. */
export function afterFile(
  before: WorkspaceExport,
  file: ExportFile,
  after: string | null,
  now: Date,
): WorkspaceExport {
  const next = {
    ...before,
    state: 'running' as const,
    files: [...before.files, file],
    step: before.step + 1,
    attempts: 0,
    turnAt: now,
  };
  if (after !== null) return { ...next, after };
  const index = before.kinds.findIndex((each) => each === before.part);
  const part = before.kinds[index + 1] ?? null;
  if (part === null) return { ...next, state: 'completed', finishedAt: now, part, after };
  return { ...next, part, after };
}

/**
 * The export when its turn begins. The attempt is counted before it is made, and the export moves behind all others: a run that is
 * killed cannot do either afterwards, and the next run would be killed by the same export.
 */
export function atTurn(before: WorkspaceExport, now: Date): WorkspaceExport {
  const step = before.step + 1;
  const failure = failureOf(before);
  if (failure) return { ...before, step, state: 'failed', failure, finishedAt: now, part: null, after: null };
  const minutes = Math.min(2 ** before.attempts, MAX_WAIT_MINUTES);
  const turnAt = new Date(now.getTime() + minutes * MINUTE_MS);
  return { ...before, step, attempts: before.attempts + 1, turnAt };
}

function failureOf({ attempts, files }: WorkspaceExport): ExportFailure | undefined {
  if (files.length >= MAX_FILES) return 'too_many_files';
  return attempts >= MAX_ATTEMPTS ? 'attempts_exhausted' : undefined;
}

/** Whether files of the export remain to be written. */
export function isUnfinished({ state }: Pick<WorkspaceExport, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** When the export and its files are deleted. */
export function exportExpiry({ createdAt, scope }: Pick<WorkspaceExport, 'createdAt' | 'scope'>): Date {
  return new Date(createdAt.getTime() + EXPORT_TTL_MS[scope]);
}

/** When another export of the scope can be requested. */
export function nextExportAt({ createdAt, scope }: Pick<WorkspaceExport, 'createdAt' | 'scope'>): Date {
  return new Date(createdAt.getTime() + EXPORT_INTERVAL_MS[scope]);
}

/** The error of a request for an export while another one of the same scope is unfinished. */
export function exportRunning(exportId: string, scope: ExportScope): PlatformError {
  const detail = `An export of this workspace is not finished. Wait until ${WORDS[scope].getter} shows that it has ended.`;
  return new PlatformError(privacyErrors.export_running, detail, { export: exportId });
}

/** The error of a request for an export of a scope less than `EXPORT_INTERVAL_MS` after the last one. */
export function exportTooSoon(nextAt: Date, now: Date, scope: ExportScope): PlatformError {
  const detail = `${WORDS[scope].what}. Repeat the request after ${nextAt.toISOString()}.`;
  const seconds = Math.ceil((nextAt.getTime() - now.getTime()) / 1000);
  const headers = { 'Retry-After': String(seconds) };
  return new PlatformError('quota_exceeded', detail, { resource: 'exports', limit: 1, headers });
}

/** Whether an unfinished export is so old that an operator must act. */
export function isExportLate({ createdAt }: WorkspaceExport, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= LATE_MS;
}
