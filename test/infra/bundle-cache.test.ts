import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildIfChanged } from '#infra/bundling/bundle-cache.ts';

describe('buildIfChanged', () => {
  let folder: string;
  let built: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'workspace-build-'));
    built = 0;
    writeFileSync(source(), 'one');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('builds without an earlier build', () => {
    expect(run()).toBe(true);
    expect(built).toBe(1);
  });

  it('builds once while nothing changes', () => {
    run();

    expect(run()).toBe(false);
    expect(built).toBe(1);
  });

  it.each([
    ['an input file changes', () => writeFileSync(source(), 'two')],
    ['an input file is deleted', () => rmSync(source())],
    ['the stored state is truncated', () => writeFileSync(record(), '{}')],
  ])('builds again when %s', (_what, change) => {
    run();
    change();

    expect(run()).toBe(true);
    expect(run()).toBe(false);
    expect(built).toBe(2);
  });

  it('builds again when another input changes, such as another function', () => {
    run();

    expect(run('a function more')).toBe(true);
  });

  it('never reuses an aborted build', () => {
    run();
    writeFileSync(source(), 'two');

    expect(() => run('functions', 'broken')).toThrow('broken');
    writeFileSync(source(), 'one');

    expect(run()).toBe(true);
  });

  it('identifies files by their content, not by their time', () => {
    run();
    writeFileSync(source(), readFileSync(source()));

    expect(run()).toBe(false);
  });

  function run(about = 'functions', failure?: string): boolean {
    return buildIfChanged({
      record: record(),
      about,
      build: () => {
        if (failure !== undefined) throw new Error(failure);
        built += 1;
        return [source()];
      },
    });
  }

  function source(): string {
    return join(folder, 'source.ts');
  }

  function record(): string {
    return join(folder, 'out/record.json');
  }
});
