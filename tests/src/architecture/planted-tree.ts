import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Workspaces by package name, as in the root package.json. */
const workspaces: Record<string, string> = {
  contracts: 'contracts',
  infra: 'infra',
  eventstore: 'infra/eventstore',
  commands: 'services/commands',
  gateway: 'services/gateway',
  web: 'web',
};
const packages = ['zod', 'react', 'fastify', '@eventstore/db-client', 'pdfkit', 'fast-xml-parser'];

/**
 * Writes a small source tree with the project's layout into a temporary folder, for checks that must find what is
 * planted.
 */
export async function plantTree(
  files: Readonly<Record<string, string>>,
): Promise<{ root: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'jwxt-planted-'));
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  await mkdir(join(root, 'node_modules/@jwxt'), { recursive: true });
  for (const [name, folder] of Object.entries(workspaces)) {
    await write(
      `${folder}/package.json`,
      JSON.stringify({ name: `@jwxt/${name}`, type: 'module', exports: { './*': './src/*' } }),
    );
    await symlink(join(root, folder), join(root, 'node_modules/@jwxt', name));
  }
  for (const name of packages) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', main: 'main.js' }));
    await write(`node_modules/${name}/main.js`, 'export const z = 1;\n');
  }
  for (const [path, text] of Object.entries(files)) await write(path, text);
  return { root, remove: () => rm(root, { recursive: true }) };
}
