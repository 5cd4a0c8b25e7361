import { DOCUMENTS } from './documents.ts';

const INTRODUCTION = `# Workspace platform

> Social publishing, bio-link pages, broadcasts and messages to contacts, and signed webhooks that never get lost, in one HTTP API.

- Authentication: \`Authorization: Bearer wsk_…\`, an API key of one member of one workspace. \`GET /api/v1/me\` shows what the key may do.
- Errors are problem details (RFC 9457): \`detail\` and \`errors[]\` say what to change. A response with a 4xx status has changed nothing.
- Send an \`Idempotency-Key\` with each POST. A repeated request with the same key is executed once.
- Never put an API key or a webhook secret into a prompt, a web page or a log.`;

/** The index of the documentation for language models, in the format of https://llmstxt.org. */
export function llmsText(): string {
  const links = DOCUMENTS.flatMap((document) =>
    'forModels' in document
      ? [`- [${document.forModels.title}](${document.path}): ${document.forModels.about}`]
      : [],
  );
  return `${INTRODUCTION}\n\n## Documents\n\n${links.join('\n')}\n`;
}
