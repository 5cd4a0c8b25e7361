import type { OpenApi } from '#scripts/lib/conformance/open-api.ts';
import type { Running } from '#scripts/lib/stack/running.ts';

type Made = { readonly data: { readonly id?: unknown; readonly uuid?: unknown } };

/**
 * Creates one resource with the first example of every create operation and returns the ids by path parameter. References to
 * missing resources are removed from an example. `prefix` makes values unique that a workspace can have only once.
 */
export async function makeOneOfEach(
  { paths }: OpenApi,
  { baseUrl, apiKey, workspaceId, receiverUrl }: Running,
  prefix = '',
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const making = Object.entries(paths).filter(([, { post }]) => post && '201' in post.responses);
  // Resources below another one have longer paths.
  for (const [path, { post }] of making.toSorted(([a], [b]) => a.length - b.length)) {
    const examples = post?.requestBody?.content['application/json']?.examples ?? {};
    const [example] = Object.values(examples);
    const name = nameBelow(paths, path);
    if (!example || name === undefined) continue;
    const filled = path.replaceAll(/\{(\w+)\}/gu, (_, variable: string) =>
      variable === 'workspace' ? workspaceId : (ids[variable] ?? 'none'),
    );
    const text = JSON.stringify(example.value)
      .replace('https://hooks.example.com', receiverUrl)
      .replaceAll(/"(slug|host|email)":"/gu, `$&${prefix}`);
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + filled, { method: 'POST', headers, body: text });
    if (response.status !== 201) continue;
    const { data }: Made = JSON.parse(await response.text());
    ids[name] = String(data.uuid ?? data.id);
  }
  return ids;
}

function nameBelow(paths: OpenApi['paths'], path: string): string | undefined {
  const [below] = Object.keys(paths).flatMap((each) => {
    const [, parent, name] = /^(.*)\/\{(\w+)\}$/u.exec(each) ?? [];
    return parent === path && name !== undefined ? [name] : [];
  });
  return below;
}
