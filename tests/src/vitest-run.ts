import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runTool, toolPath } from './tool-run.ts';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.unknown()),
    }),
  ),
});

/** A run that hangs ends before those who wait for it give up; a slow machine takes twice as long as a quick one. */
const usualLimitMs = 55 * 60_000;

/** The result of a run of vitest; `problems` are failures that no single test shows. */
export interface TestCounts {
  passed: number;
  failed: number;
  problems: string[];
}

/** Runs all tests, or those whose path contains one of `filters`. */
export async function runVitest(
  filters: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; limitMs?: number },
): Promise<TestCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'jwxt-report-'));
  const file = join(folder, 'report.json');
  try {
    const { code } = await runTool(
      toolPath('vitest'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters],
      { limitMs: usualLimitMs, ...options },
    );
    return countTests(await readFile(file, 'utf8').catch(() => ''), code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Counts from vitest's JSON report. A file that could not be loaded, a test left out, an error outside of any test, and
 * a run that ended without a report each count as a failure: nothing goes wrong unseen.
 */
export function countTests(report: string, exitCode: number): TestCounts {
  const parsed = reportSchema.safeParse(parseJson(report));
  if (!parsed.success) return { passed: 0, failed: 1, problems: [`测试没有跑完（退出码 ${exitCode}）`] };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = parsed.data;
  const broken = testResults.filter((result) => result.status === 'failed' && !result.assertionResults.some(hasFailed));
  const problems = broken.map((result) => `测试文件 ${result.name} 未能运行：${result.message ?? ''}`);
  const leftOut = numPendingTests + numTodoTests;
  if (leftOut > 0) problems.push(`有 ${leftOut} 个测试被跳过`);
  if (numPassedTests + numFailedTests === 0) problems.push('没有运行任何测试');
  if (exitCode !== 0 && numFailedTests + problems.length === 0) problems.push(`测试之外发生错误（退出码 ${exitCode}）`);
  return { passed: numPassedTests, failed: numFailedTests + problems.length, problems };
}

function hasFailed(assertion: unknown): boolean {
  return typeof assertion === 'object' && assertion !== null && 'status' in assertion && assertion.status === 'failed';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
