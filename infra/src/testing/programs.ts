/**
 * Programs of the machine, for tests: the one place where they are looked for (the architecture checks hold it).
 * `npm test` runs where only Node, npm, git, a shell and coreutils can be found; what else a machine happens to have is
 * looked for on the path of whoever called it.
 */
import { execFile } from 'node:child_process';
import { accessSync, appendFileSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A program of the machine. */
export interface Program {
  readonly path: string;
  /** The environment of this process, with the program found by its name: for scripts that call it. */
  readonly around: NodeJS.ProcessEnv;
  /**
   * Runs it, on the path where it was found: it may need helpers. Rejects when it fails, or takes longer than `timeout`
   * milliseconds.
   */
  run(args: readonly string[], options?: RunOptions): Promise<{ stdout: string; stderr: string }>;
}

/** How a program is run: by default here, as this account, in this environment. */
export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  timeout?: number;
  uid?: number;
  gid?: number;
}

/** Names `npm test` gives to what this file reads: where to look, and where to note what was missing. */
export const callerPathVariable = 'JWXT_TEST_CALLER_PATH';
export const notesVariable = 'JWXT_TEST_NOTES';

/** Programs that some systems keep outside of the path. */
const offPath: Readonly<Record<string, string>> = {
  soffice: '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'google-chrome': '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
};
const noted = new Set<string>();

/** The shell, which a test must find, and which finds no more than the test does. Throws where there is none. */
export function shell(): Program {
  const searched = process.env.PATH ?? '';
  const path = find(['sh'], searched);
  if (path === undefined) throw new Error('there is no sh on the path: tests need a POSIX shell');
  return programAt(path, searched);
}

/**
 * A program that need not be there, by any of its names, on the caller's path; undefined where it is missing, and
 * nothing is said of it.
 */
export function programIfThere(names: readonly string[], searched = callerPath()): Program | undefined {
  const path = find(names, searched);
  return path === undefined ? undefined : programAt(path, searched);
}

/**
 * Registers tests that need a program which need not be there. Where it is missing they do not exist: the summary of
 * the run says so once (`proves`: what stays unproven, in Chinese), and nothing fails or is skipped.
 */
export function whereThereIs(names: readonly string[], proves: string, define: (program: Program) => void): void {
  const program = programIfThere(names);
  if (program) define(program);
  else note(`本机没有 ${names[0]!}：${proves}`);
}

/** The same for tests of what only Linux tells. */
export function onLinux(proves: string, define: () => void): void {
  if (process.platform === 'linux') define();
  else note(`本机不是 Linux：${proves}`);
}

function note(line: string): void {
  if (noted.has(line)) return;
  noted.add(line);
  const file = process.env[notesVariable];
  if (file === undefined) process.stdout.write(`${line}\n`);
  else appendFileSync(file, `${line}\n`);
}

function programAt(path: string, searched: string): Program {
  return {
    path,
    around: { ...process.env, PATH: [process.env.PATH, dirname(path)].filter(Boolean).join(delimiter) },
    run: async (args, options = {}) =>
      await promisify(execFile)(path, [...args], {
        encoding: 'utf8',
        ...options,
        env: options.env ?? { ...process.env, PATH: searched },
      }),
  };
}

function callerPath(): string {
  return process.env[callerPathVariable] ?? process.env.PATH ?? '';
}

function find(names: readonly string[], searched: string): string | undefined {
  const folders = searched.split(delimiter).filter((folder) => folder !== '');
  const places = names.flatMap((name) => [...folders.map((folder) => join(folder, name)), offPath[name] ?? '']);
  return places.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
