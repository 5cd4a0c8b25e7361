/** `failed`: the deployment would fail, or must not happen. `note`: it succeeds, but something remains to be done. */
export type Finding = { readonly level: 'ok' | 'note' | 'failed'; readonly text: string };
