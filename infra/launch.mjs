/**
 * Runs a TypeScript program of this project under Node 24 or later: `node infra/launch.mjs <file> [arguments]`.
 * `npm run` finds the Node that came through npm first. Started by an older one (a plain `node …`), this file looks for
 * it itself, and says clearly what is missing. `--help` is answered here, and nothing is started. It must therefore run
 * on any Node, so it is plain JavaScript.
 */
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { helpFor } from './script-help.mjs';

const needed = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script, ...args] = process.argv.slice(2);
// What Node has compiled once is kept beside what npm installed, for all processes of the product: a start takes half
// the CPU. Where nothing may be written, nothing is kept.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node');

if (!existsSync(join(root, 'node_modules'))) {
  fail('尚未安装依赖，请先在项目根目录执行 npm ci');
} else if (ownPackagesAreCopies()) {
  fail(
    'node_modules/@jwxt 中应是指向各工作区的链接，现在却是复制出来的文件夹（复制程序目录时跟随了符号链接），' +
      'Node.js 不能运行它们：请在项目根目录执行 npm ci，或改用保留链接的方式复制（例如 cp -a）',
  );
} else if (script === undefined) {
  fail('用法：node infra/launch.mjs <文件> [参数…]');
} else if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(helpFor(script, args));
} else if (Number(process.versions.node.split('.')[0]) >= needed) {
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  process.argv.splice(1, 2, resolve(root, script));
  await import(pathToFileURL(resolve(root, script)).href);
} else {
  rerun();
}

function rerun() {
  const newer = bundledNode();
  if (newer === undefined) {
    fail(
      `需要 Node.js ${needed} 或更高版本，当前为 ${process.versions.node}，且随依赖安装的 Node 不适用于本机（` +
        `${process.platform}-${process.arch}）。` +
        '请安装新版 Node.js，或重新执行 npm ci（不要使用 --omit=optional）',
    );
    return;
  }
  // The channel tells the program when this process is gone.
  const child = spawn(newer, [fileURLToPath(import.meta.url), script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`无法启动随依赖安装的 Node：${error.message}`));
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1);
  });
}

/** Node runs no TypeScript below `node_modules`: our own packages must be links that lead out of it. */
function ownPackagesAreCopies() {
  const folder = join(root, 'node_modules', '@jwxt');
  return existsSync(folder) && readdirSync(folder).some((name) => !lstatSync(join(folder, name)).isSymbolicLink());
}

function bundledNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(root, 'node_modules', `node-${os}-${process.arch}`, 'bin', file);
  return existsSync(path) ? path : undefined;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
