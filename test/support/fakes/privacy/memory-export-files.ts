import type { ExportFiles } from '#shared/privacy/ports/workspace-exports.ts';

/** The files of exports in memory, and the sources of copies. */
export function createMemoryExportFiles() {
  const stored = new Map<string, string>();
  return {
    stored,

    async put(key: string, content: Uint8Array) {
      stored.set(key, new TextDecoder().decode(content));
    },

    async read(key: string) {
      const text = stored.get(key);
      if (text === undefined) throw new Error(`There is no file ${key}`);
      return text;
    },

    async copy(from: string, to: string) {
      const source = stored.get(from);
      if (source !== undefined) stored.set(to, source);
      return source !== undefined;
    },

    presignRead: async (key: string) => `https://files.example.com/${key}`,
  } satisfies ExportFiles & { readonly stored: Map<string, string> };
}
