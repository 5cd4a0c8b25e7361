import type { OpenApi } from './open-api.ts';

/** A documented path and how far it is spelled out: the gateway prefers what is. */
type Template = { readonly path: string; readonly segments: readonly string[] };

/** Finds the documented path that takes the path of a request, as API Gateway does: spelled-out segments before variables. */
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

/** A text that sorts templates of one length by where their first variable is. */
function rank({ segments }: Template): string {
  return segments.map((segment) => (isVariable(segment) ? '1' : '0')).join('');
}

function isVariable(segment: string): boolean {
  return segment.startsWith('{');
}
