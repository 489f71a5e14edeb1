import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { shell, whereThereIs } from '@jwxt/infra/testing/programs.ts';
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

const readPage = () => readFile(resolve(projectRoot, 'docs/api.md'), 'utf8');

describe('docs/api.md', () => {
  it('calls only what there is', async () => {
    const called = [...(await readPage()).matchAll(/\b(get|post) "?(\/[\w/$]+)/g)].map(
      ([, method, path]) => `${method!.toUpperCase()} ${path!.replace(/\$\w+/, '*')}`,
    );
    const known = new Set(operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/, '*')}`));
    expect(called.length).toBeGreaterThan(10);
    expect(called.filter((call) => !known.has(call))).toEqual([]);
  });

  whereThereIs(['curl'], 'docs/api.md 的示例没有逐句执行', (curl) =>
    it('shows a session that works as it stands: sign in, list, decide, replay', async () => {
      const address = await school.app.listen({ host: '127.0.0.1', port: 0 });
      await submitSheet(await school.browser('teacher1'), 'TC1', {
        S2026001: { ps: '80', qm: '80' },
        S2026002: { ps: '70', qm: '70' },
      });
      const page = await readPage();
      const script = [...page.matchAll(/^```sh\n(.*?)^```/gms)]
        .map(([, block]) => block)
        .join('\n')
        .replaceAll('replay.xlsx', join(folder, 'replay.xlsx'));
      await writeFile(join(folder, 'session.sh'), script);
      const { stdout, stderr } = await shell().run(['-eu', join(folder, 'session.sh')], {
        cwd: projectRoot,
        env: { ...curl.around, JW: `${address}/api` },
        timeout: 110_000,
      });
      expect(stderr).toBe('');
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { code: string; data: Record<string, unknown> });
      expect(school.logged).not.toContain('"level":"error"');
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => '200'));
      const [counts, detail, decided, again, , application, score] = answers;
      expect(counts?.data).toMatchObject({ todo: 1 });
      expect(decided).toEqual(again);
      expect(Object.values(decided?.data.results ?? {})).toMatchObject([
        { code: '200', data: { approvalBusinessStatus: '9' } },
      ]);
      expect(application?.data).toMatchObject({ applyId: detail?.data.applyId, approvalBusinessStatus: '9' });
      expect(score?.data).toMatchObject({ matchesReadModel: true, student: { studentCode: 'S2026001' } });
      const [sent, repeated] = answers.filter(({ data }) => 'wrong' in data);
      expect(sent?.data).toMatchObject({ stored: 1, wrong: [{ row: 2, field: 'pxh', message: '应为整数' }] });
      expect(repeated).toEqual(sent);
    }, 120_000),
  );
});
