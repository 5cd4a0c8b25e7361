import * as messagingErrors from '#shared/messaging/errors.ts';
import { PlatformError, type ErrorCode } from '#shared/platform/core/errors.ts';
import { atAttempt, atStep, plannedFor, type StepwiseJob } from '#shared/platform/core/stepwise-job.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';

/** Limits of an import. */
export const IMPORT_LIMITS = {
  /** Of the file, in bytes. */
  bytes: 100_000_000,
  lines: 1_000_000,
  /** Of a line, in bytes, without its end. */
  lineBytes: 32_768,
  /** Rejected lines that are stored with their reasons. The others are only counted. */
  storedRejections: 1000,
  /** Imports that a workspace can create within 24 hours: each can store a file of 100 MB. */
  perDay: 20,
} as const;

/** An upload must start within this many milliseconds: one hour. */
export const IMPORT_UPLOAD_MS = HOUR_MS;

/** An import and its rejected lines are deleted after this many milliseconds: 7 days. The file is deleted once the import has ended, at most a day later. */
export const IMPORT_TTL_MS = 7 * 24 * HOUR_MS;

/** An import with a list is deleted with the members of the list after this many milliseconds: 90 days. */
const LIST_TTL_MS = 90 * 24 * HOUR_MS;

/** Runs in a row that process no line, after which an import fails. */
const MAX_ATTEMPTS = 8;

export const IMPORT_STATES = ['awaiting_upload', 'queued', 'running', 'completed', 'failed'] as const;

/** Reasons of failed imports. The lines that were processed before stay as they are. */
export const IMPORT_FAILURES = ['file_changed', 'too_many_lines', 'attempts_exhausted'] as const;

export type ImportFailure = (typeof IMPORT_FAILURES)[number];

/** What happened to the lines so far. */
export type ImportCounts = {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** Lines of an import with a list whose contact an earlier line has added. */
  readonly duplicates: number;
};

/** The code of a line whose contact an earlier line has added to the list. It is no code of an error response. */
export const DUPLICATE_LINE = 'duplicate_line';

/** Why a line was rejected. No value of the line is repeated. */
export type Rejection = {
  /** Counted from 1. */
  readonly line: number;
  readonly code: ErrorCode | typeof DUPLICATE_LINE;
  readonly detail: string;
  /** The field in the line, as a JSON Pointer in URI fragment form. */
  readonly pointer: string | null;
};

/** An import of contacts (docs/specification/messaging.md#importing-contacts). */
export type ContactImport = StepwiseJob & {
  readonly id: string;
  readonly workspaceId: string;
  /** The name of the list whose members are the contacts of the lines; null for an import without a list. */
  readonly list: string | null;
  readonly state: (typeof IMPORT_STATES)[number];
  readonly failure: ImportFailure | null;
  /** The declared size of the file in bytes. */
  readonly size: number;
  /** The version of the uploaded file; null before the start. Another upload to the same URL has another version. */
  readonly version: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** Bytes and lines that have been processed. */
  readonly offset: number;
  readonly lines: number;
  readonly counts: ImportCounts;
};

/** When an import expires, with its rejected lines and the members of its list. */
export function importExpiresAt({ list, createdAt }: Pick<ContactImport, 'list' | 'createdAt'>): Date {
  return new Date(createdAt.getTime() + (list === null ? IMPORT_TTL_MS : LIST_TTL_MS));
}

/** The file of an import in the bucket. Its prefix expires after a day. */
export function importFileKey({ workspaceId, id }: Pick<ContactImport, 'workspaceId' | 'id'>): string {
  return `imports/${workspaceId}/${id}.ndjson`;
}

/** A new import that waits for its file. */
export function newImport(
  identity: Pick<ContactImport, 'id' | 'workspaceId'>,
  { size, list = null }: { readonly size: number; readonly list?: string | null },
  now: Date,
): ContactImport {
  return {
    ...identity,
    list,
    state: 'awaiting_upload',
    failure: null,
    size,
    version: null,
    createdAt: now,
    startedAt: null,
    finishedAt: null,
    offset: 0,
    lines: 0,
    counts: { created: 0, updated: 0, unchanged: 0, rejected: 0, duplicates: 0 },
    attempts: 0,
    step: 0,
    due: null,
    dueSeq: 0,
  };
}

/** The lines of an import that were not applied. The first 1,000 are stored with their reasons. */
export function rejectedLines({ counts: { rejected, duplicates } }: Pick<ContactImport, 'counts'>): number {
  return rejected + duplicates;
}

/** Whether the import has not ended, and its file is uploaded. */
export function isInProgress({ state }: Pick<ContactImport, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** The import after the start: its first run is now. */
export function startedImport(before: ContactImport, version: string, now: Date): ContactImport {
  return {
    ...before,
    state: 'queued',
    version,
    startedAt: now,
    step: before.step + 1,
    ...plannedFor(now, before),
  };
}

/** The import when a run begins; it fails after too many runs that processed no line. */
export function atRun(before: ContactImport, now: Date): ContactImport {
  if (before.attempts >= MAX_ATTEMPTS) return failedImport(before, 'attempts_exhausted', now);
  return { ...atAttempt(before, now), state: 'running' };
}

/** The import after a line that ends before `offset`. The step changes when the progress is stored. */
export function afterLine(before: ContactImport, outcome: keyof ImportCounts, offset: number): ContactImport {
  return {
    ...before,
    offset,
    lines: before.lines + 1,
    counts: { ...before.counts, [outcome]: before.counts[outcome] + 1 },
    attempts: 0,
  };
}

/** The import after a run whose time is over: the next run is now. */
export function continuedImport(before: ContactImport, now: Date): ContactImport {
  return { ...atStep(before), ...plannedFor(now, before) };
}

export function completedImport(before: ContactImport, now: Date): ContactImport {
  return { ...atStep(before), ...ended(before, now), state: 'completed' };
}

export function failedImport(before: ContactImport, failure: ImportFailure, now: Date): ContactImport {
  return { ...atStep(before), ...ended(before, now), state: 'failed', failure };
}

/** The error of a start while another import of the workspace is in progress. */
export function importRunning(importId: string): PlatformError {
  const detail =
    'Another import of this workspace is not finished. Wait until getContactImport shows that it has ended.';
  return new PlatformError(messagingErrors.import_running, detail, { import: importId });
}

/** The error of a request for more imports than a day allows. */
export function tooManyImports(nextAt: Date, now: Date): PlatformError {
  const detail = `A workspace can create ${IMPORT_LIMITS.perDay} imports within 24 hours. Repeat the request after ${nextAt.toISOString()}.`;
  const seconds = Math.ceil((nextAt.getTime() - now.getTime()) / 1000);
  const headers = { 'Retry-After': String(seconds) };
  return new PlatformError('quota_exceeded', detail, {
    resource: 'contact-imports',
    limit: IMPORT_LIMITS.perDay,
    headers,
  });
}

/** Another run has stored progress since this run read the import. */
export class ImportMovedError extends Error {
  override readonly name = 'ImportMovedError';
}

function ended(before: ContactImport, now: Date) {
  return { finishedAt: now, ...plannedFor(null, before) };
}
