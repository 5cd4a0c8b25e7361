import * as v from 'valibot';

/** An HTML document. */
export const htmlText = v.pipe(v.string(), v.metadata({ mediaType: 'text/html' }));
