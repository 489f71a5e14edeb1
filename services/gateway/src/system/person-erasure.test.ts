import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERASED } from '@jwxt/contracts/kernel/personal.ts';
import {
  erasePersonOperation,
  previewPersonErasure,
  printErasureProof,
  queryPersonErasures,
} from '@jwxt/contracts/system/person-erasure.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { pdfTexts } from '../testing/pdf-text.ts';
import { startSchool, type School } from '../testing/school.ts';
import { fillSheet, publishSheet } from '../testing/score-steps.ts';

/* The data-protection officer erases a person (decision 093). */

let school: School;
let admin: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  admin = await school.browser('admin');
  const [teacher, dean, office] = await Promise.all(
    ['teacher1', 'dean1', 'office1'].map((name) => school.browser(name)),
  );
  await fillSheet(teacher!, 'TC1', { S2026001: { ps: '80', qm: '90' }, S2026002: { ps: '70', qm: '75' } });
  await publishSheet(teacher!, [dean!, office!], 'TC1');
  await school.settled();
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
const page = { pageNum: 1, pageSize: 20 };
/** Every row of every read model, row for row, without what says when it was written. */
async function readModels(): Promise<string> {
  const { rows: tables } = await school.pool.query<{ place: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as place from information_schema.tables
      where table_schema in (select 'rm_' || replace(name, '-', '_') from projection.read_model) order by 1`,
  );
  const lines: string[] = [];
  for (const { place } of tables) {
    const { rows } = await school.pool.query<{ row: unknown }>(
      `select to_jsonb(one) as row from ${place} one order by to_jsonb(one)::text`,
    );
    lines.push(place, ...rows.map(({ row }) => JSON.stringify(row)));
  }
  return lines.join('\n');
}

test('who has not left is not erased, and nobody without the right may look', async () => {
  const preview = await admin.get(previewPersonErasure, { number: '2026001' });
  expect(preview).toMatchObject({ kind: 'student', name: '张三', mayBeErased: '0' });
  const refused = {
    commandId: id(),
    kind: 'student' as const,
    code: 'S2026001',
    basis: '2' as const,
    reason: '保存期限已满',
  };
  expect(await admin.call(erasePersonOperation, refused)).toMatchObject({ code: 'PERSON_NOT_LEFT' });
  expect(await admin.call(previewPersonErasure, { number: '999' })).toMatchObject({ code: 'NOT_FOUND' });
  const teacher = await school.browser('teacher1');
  expect(await teacher.call(previewPersonErasure, { number: '2026001' })).toMatchObject({ code: 'FORBIDDEN' });
});

test('erased, no table tells of him, every other row and figure is as it was, and a proof is printed', async () => {
  const before = await readModels();
  expect(before).toContain('张三');
  await school.pool.query(`update base.student set dqztm = '07' where student_code = 'S2026001'`);
  const preview = await admin.get(previewPersonErasure, { number: '2026001' });
  expect(preview.mayBeErased).toBe('1');
  expect(preview.keys).toBeGreaterThan(0);
  expect(preview.erased).toContainEqual({ title: '学生信息', count: 1 });

  const asked = { kind: 'student' as const, code: 'S2026001', basis: '2' as const, reason: '保存期限已满' };
  const { erasureId } = await admin.get(erasePersonOperation, { ...asked, commandId: id() });
  await expect
    .poll(async () => (await admin.get(queryPersonErasures, page)).list[0])
    .toMatchObject({ erasureId, code: 'S2026001', complete: '1', basisName: '保存期限已届满' });
  const after = await readModels();
  expect(after).not.toContain('张三');
  expect(after).toContain(ERASED);
  // Name and number in their places; all else, others and figures, is what it was.
  const blank = (text: string): string =>
    text
      .replaceAll(/"(张三|2026001|已依法删除)"/g, '"—"')
      .split('\n')
      .toSorted()
      .join('\n');
  expect(blank(after)).toBe(blank(before));
  const { rows } = await school.pool.query(
    `select name from base.user_account where student_code = 'S2026001' and (name <> $1 or sfqy <> '0')`,
    [ERASED],
  );
  expect(rows).toEqual([]);

  const { bytes } = await admin.call(printErasureProof, { erasureId });
  const words = pdfTexts(bytes).flat().join('');
  for (const text of ['个人信息删除证明', 'S2026001', '保存期限已届满', '学生信息']) expect(words).toContain(text);
});
