import { spawn } from 'node:child_process';

/** Opens a URL with the program of the operating system, without a shell. */
export async function openUrl(url: string, platform: NodeJS.Platform): Promise<void> {
  const [program, ...args] = openerOf(platform);
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once('spawn', resolve);
  child.once('error', reject);
  await promise;
  child.unref();
}

function openerOf(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  // `start` belongs to the shell, which would interpret characters of the URL.
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
