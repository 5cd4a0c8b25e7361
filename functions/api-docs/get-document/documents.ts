import { SITE_FONT } from '#shared/platform/render/site-font.ts';

/** Version of the script in `docs/reference`. It is part of the URL of the script, so that the content of a URL never changes. */
export const REFERENCE_RELEASE = '1.72.1';

export const SCRIPT_PATH = '/docs/reference.js';

/** A served document, with its path and its texts in the OpenAPI document. */
export type ServedDocument = {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly mediaType: string;
  /** Its line in `/llms.txt`; documents without one are not listed. */
  readonly forModels?: { readonly title: string; readonly about: string };
};

/** All documents. The first one is the document of the operation itself. */
export const DOCUMENTS = [
  {
    path: '/openapi.json',
    id: 'getOpenApiJson',
    summary: 'Get the OpenAPI document as JSON',
    description: 'The OpenAPI 3.1 document of this API. Its `ETag` changes only if the document changes.',
    mediaType: 'application/json',
    forModels: {
      title: 'OpenAPI',
      about:
        'parameters, bodies, responses and errors of each operation, and the body of each webhook; large',
    },
  },
  {
    path: '/openapi.yaml',
    id: 'getOpenApiYaml',
    summary: 'Get the OpenAPI document as YAML',
    description: 'Returns the same document as `getOpenApiJson` in YAML.',
    mediaType: 'application/yaml',
  },
  {
    path: '/docs',
    id: 'showReference',
    summary: 'View the API reference',
    description:
      'Shows all operations and events of the API, with a form to send requests. The requests are real: they ' +
      'are sent to the host of the page and change data.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/operations.md',
    id: 'getOperationsMarkdown',
    summary: 'Get the list of operations as Markdown',
    description: 'All operations in a short form: ID, method, path, purpose and permissions.',
    mediaType: 'text/markdown',
    forModels: { title: 'Operations', about: 'ID, method, path, purpose and permissions of each operation' },
  },
  {
    path: '/docs/errors',
    id: 'showErrors',
    summary: 'View the error codes',
    description:
      'The page has one section for each error code, at `#code`. The `type` of a problem document links ' +
      'to it.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/errors.md',
    id: 'getErrorsMarkdown',
    summary: 'Get the error codes as Markdown',
    description:
      'Returns the text of `showErrors` in Markdown: each code with its status and what to change.',
    mediaType: 'text/markdown',
    forModels: {
      title: 'Errors',
      about: 'each error code with its status and what to change in the request',
    },
  },
  {
    path: '/docs/webhooks',
    id: 'showWebhookGuide',
    summary: 'View the webhook guide',
    description:
      'Explains how to receive webhooks, with code for Node, Python, PHP and Go to verify signatures.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/webhooks.md',
    id: 'getWebhookGuideMarkdown',
    summary: 'Get the webhook guide as Markdown',
    description: 'Returns the text of `showWebhookGuide` in Markdown.',
    mediaType: 'text/markdown',
    forModels: {
      title: 'Webhooks',
      about: 'how to receive webhooks, to verify their signatures and to process each event once',
    },
  },
  {
    path: '/docs/mcp',
    id: 'showMcpGuide',
    summary: 'View the guide of the MCP server',
    description:
      'Explains how to connect an agent, which tools it has, and how tools that send or delete are confirmed.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/mcp.md',
    id: 'getMcpGuideMarkdown',
    summary: 'Get the guide of the MCP server as Markdown',
    description: 'Returns the text of `showMcpGuide` in Markdown.',
    mediaType: 'text/markdown',
    forModels: {
      title: 'MCP server',
      about: 'how to connect an agent to `/mcp`, its tools, and how to confirm a call',
    },
  },
  {
    path: '/docs/broadcasts',
    id: 'showBroadcastGuide',
    summary: 'View the guide for broadcasts',
    description:
      'Explains how the platform sends a broadcast: the audience, the price, the progress, the result for each recipient, pauses and retries.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/broadcasts.md',
    id: 'getBroadcastGuideMarkdown',
    summary: 'Get the guide for broadcasts as Markdown',
    description: 'Returns the text of `showBroadcastGuide` in Markdown.',
    mediaType: 'text/markdown',
    forModels: {
      title: 'Sending a broadcast',
      about: 'how to send one message to many contacts, and how to read the result for each of them',
    },
  },
  {
    path: '/docs/coming-from-mixpost',
    id: 'showMixpostGuide',
    summary: 'View the guide for clients of Mixpost',
    description:
      'Explains how to set up clients of Mixpost, such as the n8n node, which of their requests work, and what differs.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/coming-from-mixpost.md',
    id: 'getMixpostGuideMarkdown',
    summary: 'Get the guide for clients of Mixpost as Markdown',
    description: 'Returns the text of `showMixpostGuide` in Markdown.',
    mediaType: 'text/markdown',
    forModels: {
      title: 'Coming from Mixpost',
      about: 'how to use clients of Mixpost, such as its n8n node, and which requests differ',
    },
  },
  {
    path: '/docs/compatibility',
    id: 'showCompatibility',
    summary: 'View the compatibility policy',
    description:
      'Explains what can change without notice, what a breaking change is, and how long an old version ' +
      'stays available.',
    mediaType: 'text/html',
  },
  {
    path: '/docs/compatibility.md',
    id: 'getCompatibilityMarkdown',
    summary: 'Get the compatibility policy as Markdown',
    description: 'Returns the text of `showCompatibility` in Markdown.',
    mediaType: 'text/markdown',
    forModels: { title: 'Compatibility', about: 'which changes of the API can happen without notice' },
  },
  {
    path: SCRIPT_PATH,
    id: 'getReferenceScript',
    summary: 'Get the script of the API reference',
    description: 'The page of `showReference` loads this script. API clients do not need it.',
    mediaType: 'text/javascript',
  },
  {
    path: SITE_FONT.path,
    id: 'getGuideFont',
    summary: 'Get the font of the guides',
    description: 'The guides and the page at `/` load this font. API clients do not need it.',
    mediaType: 'font/woff2',
  },
  {
    path: '/llms.txt',
    id: 'getLlmsTxt',
    summary: 'Get the index of the documentation for language models',
    description:
      'Says what the API is for and lists the documents in Markdown, in the format of [llms.txt](https://llmstxt.org).',
    mediaType: 'text/plain',
  },
] as const satisfies readonly ServedDocument[];

export type DocumentPath = (typeof DOCUMENTS)[number]['path'];
