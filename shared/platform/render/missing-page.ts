import { noticePage } from './notice-page.ts';

/** The page for an address that does not exist. On hosts of the API it leads to the two ways in; other hosts belong to customers. */
export async function missingPage({
  isApi,
  isHttps,
}: {
  readonly isApi: boolean;
  readonly isHttps: boolean;
}): Promise<{ status: 404; headers: Record<string, string>; body: string }> {
  const links = [
    { path: '/console', name: 'Open the console' },
    { path: '/docs/webhooks', name: 'Read the API guide' },
  ];
  const { html, headers } = await noticePage(
    {
      status: 404,
      title: 'Page not found',
      sentence: 'There is no page at this address. Check the link for typos.',
      isNamed: isApi,
      ...(isApi ? { links } : {}),
    },
    isHttps,
  );
  return { status: 404, headers: { ...headers, Vary: 'Accept' }, body: html };
}
