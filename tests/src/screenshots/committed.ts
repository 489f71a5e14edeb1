import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { programIfThere } from '@jwxt/infra/testing/programs.ts';

/** Where the pictures are kept. */
export const pictureFolder = 'docs/screens';

/** The pictures as they are committed, while new ones are written over them. */
export interface CommittedPictures {
  /** Null: there is none of this name. */
  read(file: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** Lays the committed pictures aside; where there is no repository, those that lie in the folder now. */
export async function openCommitted(): Promise<CommittedPictures> {
  const aside = await mkdtemp(join(tmpdir(), 'jwxt-pictures-'));
  const git = programIfThere(['git']);
  try {
    if (!git) throw new Error('no git');
    await git.run(['--work-tree', aside, 'restore', '--source=HEAD', '--worktree', '--', pictureFolder], {
      cwd: projectRoot,
    });
  } catch {
    await cp(join(projectRoot, pictureFolder), join(aside, pictureFolder), { recursive: true });
  }
  return {
    read: (file) =>
      readFile(join(aside, pictureFolder, file)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    close: () => rm(aside, { recursive: true, force: true }),
  };
}
