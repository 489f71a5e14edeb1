import { execFile } from 'node:child_process';
import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { submitSheet } from './testing/score-steps.ts';
import { startSchool, type School } from './testing/school.ts';

let school: School;
let folder: string;
beforeAll(async () => {
  school = await startSchool({ services: true });
  folder = await mkdtemp(join(tmpdir(), 'jwxt-api-'));
});
afterAll(async () => {
  await school.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('docs/api.md', () => {
  it('shows a session that works as it stands: sign in, list, decide, replay', async () => {
    const address = await school.app.listen({ host: '127.0.0.1', port: 0 });
    await submitSheet(await school.browser('teacher1'), 'TC1', { S2026001: { ps: '80', qm: '80' }, S2026002: { ps: '70', qm: '70' } });
    const page = await readFile(resolve(projectRoot, 'docs/api.md'), 'utf8');
    const script = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block).join('\n').replaceAll('replay.xlsx', join(folder, 'replay.xlsx'));
    await writeFile(join(folder, 'session.sh'), script);
    const { stdout, stderr } = await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', join(folder, 'session.sh')], {
      cwd: projectRoot, env: { ...process.env, JW: `${address}/api` }, timeout: 60_000,
    });
    expect(stderr).toBe('');
    const answers = stdout.trim().split('\n').map((line) => JSON.parse(line) as { code: string; data: Record<string, unknown> });
    expect(school.logged).not.toContain('"level":"error"');
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => '200'));
    const [counts, detail, decided, again, , application, score] = answers;
    expect(counts?.data).toMatchObject({ todo: 1 });
    expect(decided).toEqual(again);
    expect(Object.values(decided?.data.results ?? {})).toMatchObject([{ code: '200', data: { approvalBusinessStatus: '9' } }]);
    expect(application?.data).toMatchObject({ applyId: detail?.data.applyId, approvalBusinessStatus: '9' });
    expect(score?.data).toMatchObject({ matchesReadModel: true, student: { studentCode: 'S2026001' } });
  });
});
