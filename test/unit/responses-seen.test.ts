import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import {
  ANSWERS_FOLDER,
  noteAnswer,
  readAnswers,
  SHARED_ERRORS,
  unseenErrors,
} from '#test/support/fixtures/platform/records/responses-seen.ts';

const listing = OPERATIONS.filter(({ name }) => name === 'list-tags');

describe('errors that tests have reached', () => {
  let folder: string;
  /** No error of it has been recorded yet. */
  let operation: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'answers-'));
    operation = randomUUID();
    vi.stubEnv(ANSWERS_FOLDER, folder);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it.each<[string, number, string | undefined, readonly string[]]>([
    ['the code of a problem', 404, '{"code":"page_not_found"}', ['404 page_not_found']],
    [
      'the codes of its entries',
      422,
      '{"code":"validation_failed","errors":[{"code":"required"},{"code":"too_long"}]}',
      ['422 validation_failed', '422 required', '422 too_long'],
    ],
    ['a page', 404, '<!doctype html>', ['404 *']],
    ['the response of the gateway', 429, '{"message":"Too Many Requests"}', ['429 *']],
    ['nothing of a HEAD, which has no code', 404, undefined, []],
    ['nothing of a success', 200, '{"data":{}}', []],
  ])('are recorded by %s', (_, status, text, lines) => {
    noteAnswer(operation, status, text);
    noteAnswer(operation, status, text);
    const own = [...readAnswers(folder)].filter((line) => line.startsWith(operation));

    expect(own).toEqual(lines.map((line) => `${operation} ${line}`));
  });

  it('are recorded only on request', () => {
    vi.stubEnv(ANSWERS_FOLDER, undefined);
    noteAnswer(operation, 404, '{"code":"page_not_found"}');

    expect(readAnswers(folder)).toEqual(new Set());
  });

  it('leave those of status 4xx that are documented and were not seen', () => {
    expect(unseenErrors(listing, new Set())).toEqual([
      'list-tags 400 cursor_invalid',
      'list-tags 422 invalid_characters',
      'list-tags 422 invalid_type',
      'list-tags 422 out_of_range',
      'list-tags 422 parameter_conflict',
      'list-tags 422 too_long',
      'list-tags 422 too_short',
      'list-tags 422 unknown_parameter',
      'list-tags 422 validation_failed',
    ]);
    expect(unseenErrors(listing, new Set(['list-tags 400 cursor_invalid', 'list-tags 422 *']))).toEqual([]);
  });

  it('are not asked of each operation where the pipeline gives them, but where it declares them itself', () => {
    const declaring = OPERATIONS.filter(({ name }) => name === 'unlock-page');

    expect(Object.values(SHARED_ERRORS).filter((reason) => !/^.{30,}\.$/u.test(reason))).toEqual([]);
    expect(unseenErrors(declaring, new Set())).toContain('unlock-page 415 unsupported_media_type');
    expect(unseenErrors(declaring, new Set())).not.toContain('unlock-page 413 payload_too_large');
  });

  it('are not required of errors that no client can cause', () => {
    const unreachable = OPERATIONS.filter(({ routes }) => routes.length === 0);

    expect(unreachable).not.toEqual([]);
    expect(unseenErrors(unreachable, new Set())).toEqual([]);
  });
});
