import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { functionFolders } from '#infra/bundling/function-folders.ts';

function rootWith(...paths: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'functions-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of paths) {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, 'index.ts'), '');
  }
  return root;
}

describe('function folders', () => {
  it('are found by the name of the leaf folder', () => {
    const root = rootWith('webhooks/get-endpoint', 'platform/get-health');
    mkdirSync(join(root, 'platform/notes'));

    expect([...functionFolders(root)]).toEqual([
      ['get-health', join(root, 'platform/get-health')],
      ['get-endpoint', join(root, 'webhooks/get-endpoint')],
    ]);
  });

  it('rejects two products that use the same name', () => {
    const root = rootWith('webhooks/get-thing', 'platform/get-thing');

    expect(() => functionFolders(root)).toThrow(/Two functions are called get-thing/);
  });
});
