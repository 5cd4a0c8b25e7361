import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * `npm start`: runs the local stack. Half of a start is compilation, so the compiled code is kept for the next one. Only modules that
 * are imported later are kept; the threads and processes of the stack inherit the variable.
 */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('../node_modules/.cache/compiled', import.meta.url),
);
enableCompileCache(process.env['NODE_COMPILE_CACHE']);
await import('./run-stack.ts');
