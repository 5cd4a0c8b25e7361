import { readFileSync } from 'node:fs';

const GUIDE = new URL('../../docs/api/webhooks.md', import.meta.url);

/** The webhook guide as it is written. */
export function readGuide(): string {
  return readFileSync(GUIDE, 'utf8');
}

/** The code of a language, as the webhook guide shows it. @throws Error unless there is exactly one such snippet */
export function snippetOf(language: string): string {
  const found = [...readGuide().matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gmu'))];
  const [[, code = ''] = []] = found;
  if (found.length !== 1) throw new Error(`The guide has ${found.length} snippets of ${language}`);
  return code;
}
