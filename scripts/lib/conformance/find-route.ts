import type { OpenApi } from './open-api.ts';

/** A documented path and its segments. API Gateway prefers literal segments over variables. */
type Template = { readonly path: string; readonly segments: readonly string[] };

/** Finds the documented path of a request like API Gateway: literal segments before variables. */
export function createRouteFinder({ paths }: Pick<OpenApi, 'paths'>) {
  const templates: readonly Template[] = Object.keys(paths)
    .map((path) => ({ path, segments: path.split('/') }))
    .toSorted((a, b) => rank(a).localeCompare(rank(b)));

  return (method: string, path: string): string | undefined => {
    const segments = path.split('/');
    const takes = (template: Template) =>
      paths[template.path]?.[method.toLowerCase()] !== undefined &&
      template.segments.length === segments.length &&
      template.segments.every(
        (expected, index) => (isVariable(expected) && segments[index] !== '') || expected === segments[index],
      );
    return templates.find(takes)?.path;
  };
}

/** A sort key that orders templates of the same length by the position of their variables. */
function rank({ segments }: Template): string {
  return segments.map((segment) => (isVariable(segment) ? '1' : '0')).join('');
}

function isVariable(segment: string): boolean {
  return segment.startsWith('{');
}
