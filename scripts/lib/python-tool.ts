import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [PYTHON, FOLDER, SUFFIX] =
  process.platform === 'win32' ? ['python', 'Scripts', '.exe'] : ['python3', 'bin', ''];

/** For each of the two steps. */
const INSTALL_WITHIN_MS = 300_000;

/**
 * Returns the path of a command that a Python package of the same name provides. On first use, the package is installed
 * into the virtual environment at `environment`. Returns undefined if that fails.
 */
export function pythonTool(environment: string, name: string, version: string): string | undefined {
  const inside = (command: string): string => join(environment, FOLDER, `${command}${SUFFIX}`);
  const tool = inside(name);
  if (existsSync(tool)) return tool;
  try {
    const options = { stdio: 'inherit', timeout: INSTALL_WITHIN_MS } as const;
    execFileSync(PYTHON, ['-m', 'venv', environment], options);
    execFileSync(inside('pip'), ['install', '--quiet', `${name}==${version}`], options);
    return tool;
  } catch {
    rmSync(environment, { recursive: true, force: true });
    return undefined;
  }
}
