import * as v from 'valibot';
import type { PathParameter } from '#shared/platform/http/operation.ts';

/** The one segment by which visitors name a page. Whatever it says, they get a page of HTML (R7). */
export const slugParameter: PathParameter = { form: 'text', notFound: 'page_not_found' };

/** A document. */
export const htmlText = v.pipe(v.string(), v.metadata({ mediaType: 'text/html' }));
