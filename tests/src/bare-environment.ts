import { mkdir, symlink } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callerPathVariable, programIfThere } from '@jwxt/infra/testing/programs.ts';

/** GNU coreutils; a system that has fewer of them has those that POSIX names. */
const coreutils = (
  'arch b2sum base32 base64 basename cat chgrp chmod chown chroot cksum comm cp csplit cut date dd df dir ' +
  'dircolors dirname du echo env expand expr factor false fmt fold ' +
  'groups head hostid id install join link logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc ' +
  'numfmt od paste pathchk pinky pr printenv printf ptx pwd ' +
  'readlink realpath rm rmdir runcon seq sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort ' +
  'split stat stdbuf stty sum sync tac tail tee test timeout ' +
  'touch tr true truncate tsort tty uname unexpand uniq unlink users vdir wc who whoami yes'
).split(' ');

/**
 * The environment in which the tests run: on its path there is one folder, filled here with links to Node, npm, git,
 * the shell and coreutils wherever they lie on the caller's path. What is on that path besides is not found, except by
 * `infra/src/testing/programs.ts`, which is told of it. On Windows, which has no such links, the path stays as it is.
 * Throws without a shell.
 */
export async function bareEnvironment(
  env: NodeJS.ProcessEnv,
  folder: string,
  root: string,
): Promise<NodeJS.ProcessEnv> {
  if (process.platform === 'win32') return env;
  await mkdir(folder, { mode: 0o755 });
  await symlink(process.execPath, join(folder, 'node'));
  for (const name of ['sh', 'npm', 'npx', 'git', ...ofTheProduct(root), ...coreutils]) {
    const program = programIfThere([name], env.PATH);
    if (program) await symlink(program.path, join(folder, name));
    else if (name === 'sh') throw new Error('路径中没有 sh，测试需要一个 POSIX shell');
  }
  return { ...env, PATH: folder, [callerPathVariable]: env.PATH ?? '' };
}

/**
 * What the product itself calls: `ps` where there is no /proc, and `setpriv` for root in a folder that PostgreSQL's
 * account may not enter.
 */
function ofTheProduct(root: string): string[] {
  if (process.platform !== 'linux') return ['ps'];
  return process.getuid?.() === 0 && closedToOthers(root) ? ['setpriv'] : [];
}

function closedToOthers(path: string): boolean {
  return (statSync(path).mode & 0o001) === 0 || (dirname(path) !== path && closedToOthers(dirname(path)));
}
