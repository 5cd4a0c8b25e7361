/** `npm run restore`: the items of a table; `npm run restore -- recovery-key`: the key with which secrets can be restored elsewhere. */
if (process.argv[2] === 'recovery-key') await import('./restore/recovery-key.ts');
else await import('./restore/restore-items.ts');
