/**
 * `npm test`: the static checks, each counted as one, and all tests. Goes on after a failure, so that one run tells
 * everything; ends with the line `N passed, N failed`, and exits with 1 when something failed. Runs where only Node,
 * npm, git, a shell and coreutils can be found (bare-environment.ts), so that what passes here passes on a fresh
 * machine. `npm test -- path …` runs the static checks and the named tests only.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { notesVariable } from '@jwxt/infra/testing/programs.ts';
import { bareEnvironment } from './bare-environment.ts';
import { endLeftoverProcesses } from './leftover-processes.ts';
import { temporaryRoot } from './temporary-root.ts';
import { runTool, toolPath } from './tool-run.ts';
import { runVitest } from './vitest-run.ts';

const runId = randomUUID();
// A temporary folder of its own: runs of several users do not meet, and nothing stays behind. The database's account
// must pass through it.
const temporary = await mkdtemp(join(temporaryRoot(), 'jwxt-run-'));
await chmod(temporary, 0o711);
const notes = join(temporary, 'notes');
const ownEnvironment = {
  ...testEnvironment(process.env, runId),
  TMPDIR: temporary,
  TEMP: temporary,
  TMP: temporary,
  [notesVariable]: notes,
};
const env = await bareEnvironment(ownEnvironment, join(temporary, 'bin'), projectRoot);

/** Name, tool and arguments of each static check; the long ones first. */
const staticChecks: [name: string, command: string, args: string[]][] = [
  ['类型检查', toolPath('tsc'), ['-p', 'tsconfig.json', '--checkers', '1']],
  ['代码检查', toolPath('oxlint'), ['--type-aware', '--deny-warnings']],
  ['架构检查', process.execPath, ['tests/src/architecture/main.ts']],
  ['无用代码检查', toolPath('knip'), []],
  ['只有测试使用的代码检查', toolPath('knip'), ['--production', '--config', 'knip.production.json']],
  ['格式检查', toolPath('oxfmt'), ['--check', '.']],
  ['需求编号检查', process.execPath, ['tests/src/spec-coverage/main.ts', '--check']],
];
/** Two at a time, each on one processor: what a tool learns of the types its threads do not share. */
const oneProcessor = { ...env, GOMAXPROCS: '1' };

let passed = 0;
let failed = 0;

function count(name: string, ok: boolean, startedAt: number): void {
  if (ok) passed += 1;
  else failed += 1;
  process.stdout.write(`${ok ? '✓ 通过' : '✗ 失败'} ${name}（${((Date.now() - startedAt) / 1000).toFixed(1)} 秒）\n`);
}

const waiting = staticChecks.values();
async function checkInTurn(): Promise<void> {
  for (const [name, command, args] of waiting) {
    const startedAt = Date.now();
    const { code, said } = await runTool(command, args, { cwd: projectRoot, env: oneProcessor, output: 'kept' });
    process.stdout.write(`\n── ${name} ──\n${said}`);
    count(name, code === 0, startedAt);
  }
}
await Promise.all([checkInTurn(), checkInTurn()]);

process.stdout.write('\n── 测试 ──\n');
const tests = await runVitest(process.argv.slice(2), { cwd: projectRoot, env });
passed += tests.passed;
failed += tests.failed;
for (const problem of tests.problems) process.stdout.write(`✗ ${problem}\n`);

process.stdout.write('\n── 遗留进程 ──\n');
const startedAt = Date.now();
const left = await endLeftoverProcesses(runId);
for (const { pid, command } of left) process.stdout.write(`测试结束后仍在运行，已结束：${pid} ${command}\n`);
count('没有遗留进程', left.length === 0, startedAt);
const missing = new Set((await readFile(notes, 'utf8').catch(() => '')).split('\n').filter((line) => line !== ''));
await rm(temporary, { recursive: true, force: true });

if (missing.size > 0)
  process.stdout.write(
    `\n没有登记的测试（缺少的并非必需，不影响结果）：\n${[...missing].map((line) => `· ${line}\n`).join('')}`,
  );
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

/** The caller's environment without what would point the tests at a running system. */
function testEnvironment(given: NodeJS.ProcessEnv, id: string): NodeJS.ProcessEnv {
  const own = new RegExp(
    '^(PORT|HOST|DATABASE_URL|EVENTSTORE_URL|COMMANDS_URL|PROJECTIONS_URL|INTERNAL_TOKEN|COMMANDS_SECRET|' +
      'PROJECTIONS_SECRET|OPERATOR_SECRET|FACTOR_SECRET|PERSON_KEY|LOG_LEVEL|NODE_ENV|JWXT_.*)$',
  );
  const kept = Object.entries(given).filter(([name]) => !own.test(name));
  return { ...Object.fromEntries(kept), JWXT_TEST_RUN: id, NO_UPDATE_NOTIFIER: '1' };
}
