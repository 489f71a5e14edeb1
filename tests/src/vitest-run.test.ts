import { describe, expect, it } from 'vitest';
import { countTests } from './vitest-run.ts';

function report(counts: { passed?: number; failed?: number; pending?: number }, files: object[] = []): string {
  return JSON.stringify({
    numPassedTests: counts.passed ?? 0,
    numFailedTests: counts.failed ?? 0,
    numPendingTests: counts.pending ?? 0,
    numTodoTests: 0,
    testResults: files,
  });
}

describe('counting a test run', () => {
  it('takes the numbers of the report', () => {
    expect(countTests(report({ passed: 7 }), 0)).toEqual({ passed: 7, failed: 0, problems: [] });
    const file = {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'failed' }, { status: 'failed' }],
    };
    expect(countTests(report({ passed: 7, failed: 2 }, [file]), 1)).toEqual({ passed: 7, failed: 2, problems: [] });
  });

  it.each([
    [
      'a file that could not be loaded',
      report({ passed: 7 }, [{ name: 'a.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] }]),
      1,
      7,
    ],
    ['a test left out', report({ passed: 7, pending: 1 }), 0, 7],
    ['an error outside of any test', report({ passed: 7 }), 1, 7],
    ['no test at all', report({}), 0, 0],
    ['a run without a report', '', 137, 0],
  ])('counts %s as a failure', (_what, text, exitCode, passed) => {
    const counts = countTests(text, exitCode);
    expect(counts).toMatchObject({ passed, failed: 1 });
    expect(counts.problems).toHaveLength(1);
  });
});
