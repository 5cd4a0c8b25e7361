import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REFERENCE_RELEASE } from '#functions/api-docs/get-document/documents.ts';
import { readErrorSections } from '#functions/api-docs/get-document/error-sections.ts';
import { OPERATIONS } from '#functions/registry.ts';
import { operationId } from '#shared/api-docs/operation-id.ts';
import { PROBLEMS } from '#shared/api-docs/problems.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { REFERENCE_FILE } from '#shared/platform/runtime/derived-files.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
}

describe('docs/api/errors.md', () => {
  const { introduction, sections } = readErrorSections(read('docs/api/errors.md'));

  it('has exactly one paragraph for every code, and for nothing else', () => {
    expect(sections.map(({ code }) => code).toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
  });

  it.each(sections)('explains how to handle $code', ({ text }) => {
    expect(text.length).toBeGreaterThan(20);
    expect(text).toMatch(/[.:)]$/u);
  });

  it('begins with what all errors have in common', () => {
    expect(introduction).toContain('# Errors');
  });

  it('is rejected if it explains an unknown code', () => {
    expect(() => readErrorSections('# Errors\n\n## no_such_code\n\nText.')).toThrow('no_such_code');
  });
});

describe('docs/api/compatibility.md', () => {
  const text = read('docs/api/compatibility.md');
  const deprecated = OPERATIONS.filter((operation) => operation.deprecated !== undefined);

  it('lists what is deprecated', () => {
    const [, list = ''] = /^Deprecated at the moment: ([^]*)\.$/mu.exec(text) ?? [];

    for (const { name } of deprecated) expect(list).toContain(`\`${operationId(name)}\``);
    expect(list === 'nothing').toBe(deprecated.length === 0);
  });

  it('is kept: at least six months lie between the announcement and the end', () => {
    for (const { since, sunset } of deprecated.flatMap((operation) => operation.deprecated ?? [])) {
      const end = new Date(`${since}T00:00:00Z`);
      end.setUTCMonth(end.getUTCMonth() + 6);
      expect(Date.parse(`${sunset}T00:00:00Z`)).toBeGreaterThanOrEqual(end.getTime());
    }
  });
});

describe('the reference', () => {
  const record = JSON.parse(read('docs/reference/reference.json'));

  it('is the file of the recorded package, unchanged', async () => {
    const files = deployedFiles(new URL('../../../../../functions/a/b/index.ts', import.meta.url).href);
    const script = await files.read(REFERENCE_FILE);

    expect(createHash('sha256').update(script).digest('hex')).toBe(record.sha256);
  });

  it('has the version of the record in its URL', () => {
    expect(REFERENCE_RELEASE).toBe(record.version);
  });

  it('was made from packages without a known vulnerability of high severity, unless the registry had no answer', () => {
    const { packages, vulnerabilities, unavailable } = record.audit;

    expect(packages).toBeGreaterThan(100);
    if (unavailable === undefined) expect(vulnerabilities).toMatchObject({ high: 0, critical: 0 });
  });
});
