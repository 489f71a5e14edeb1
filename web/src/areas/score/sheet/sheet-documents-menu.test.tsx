// @vitest-environment jsdom
import {
  importFailures,
  importScores,
  previewImport,
  printSheet,
} from '@jwxt/contracts/score/score-document.operations.ts';
import { describe, expect, it, vi } from 'vitest';
import { ok, refused, stubApi, type Answering } from '../../../testing/api-stub.ts';
import { render } from '../../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../../testing/signed-in-user.ts';
import { SheetDocumentsMenu } from './sheet-documents-menu.tsx';
import { sampleSheet } from '../sheet-sample.fixture.ts';

const signInWith = (...codes: string[]) => signIn({ permissions: codes.map((code) => `scoreEntry:${code}`) });
signedOutAfterwards();

function show(answers: readonly Answering[] = [], more: { editable?: boolean } = {}) {
  const api = stubApi(answers);
  const onImported = vi.fn();
  const drained = vi.fn(() => Promise.resolve(true));
  const view = render(
    <SheetDocumentsMenu sheet={sampleSheet({ editable: true, ...more })} drained={drained} onImported={onImported} />,
  );
  return { ...view, api, onImported, drained };
}
const chosen = new File(['x'], '成绩.xlsx');
const failure = {
  row: 6,
  studentNumber: '2026002',
  studentName: '李四',
  values: { ps: '101' },
  problems: [{ columnName: '平时成绩', value: '101', reason: '成绩应在 0 至 100 之间' }],
};
const change = {
  row: 5,
  studentCode: 'S1',
  studentNumber: '2026001',
  studentName: '张三',
  cells: [{ dataKey: 'ps', columnName: '平时成绩', before: null, after: '85.0' }],
  finalBefore: '-',
  finalAfter: '85',
  save: { studentCode: 'S1', revision: 3, items: { ps: '85.0' } },
  values: { ps: '85' },
};

describe('the files of a sheet', () => {
  it('are offered by permission, and filling in only while the sheet may be typed into', async () => {
    signInWith('template', 'import', 'exportExcel', 'print');
    const { user, getByRole, findAllByRole } = show([], { editable: false });
    await user.click(getByRole('button', { name: '导入导出' }));
    expect((await findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      '导出 Excel',
      '打印成绩登记表（PDF）',
    ]);
  });

  it('are not offered to who holds none of the codes', () => {
    signInWith('detail');
    expect(show().queryByRole('button', { name: '导入导出' })).toBeNull();
  });

  it('first what is being typed is saved; a refused print is told', async () => {
    signInWith('print');
    const { user, getByRole, findByRole, findByText, drained, api } = show([
      [printSheet, () => refused('SHEET_NOT_FOUND', '教学班成绩单不存在或尚未设置', 404)],
    ]);
    await user.click(getByRole('button', { name: '导入导出' }));
    await user.click(await findByRole('menuitem', { name: '打印成绩登记表（PDF）' }));
    await findByText('教学班成绩单不存在或尚未设置');
    expect([drained.mock.calls.length, api.to(printSheet).length]).toEqual([1, 1]);
  });

  it('an import shows what would change and what cannot, and stores only after 确定', async () => {
    signInWith('template', 'import');
    const { user, getByRole, findByRole, findByText, getByLabelText, onImported, api } = show([
      [previewImport, () => ok({ readNum: 3, unchangedNum: 1, changes: [change], failures: [failure] })],
      [
        importScores,
        () =>
          ok({
            storedNum: 0,
            failures: [
              {
                ...failure,
                row: 5,
                studentName: '张三',
                problems: [{ columnName: '平时成绩', value: '85', reason: '已被 陈老师 改动' }],
              },
            ],
            savedAt: '2026-12-01 10:00:00',
          }),
      ],
      [importFailures, () => refused('FORBIDDEN', '无')],
    ]);
    await user.click(getByRole('button', { name: '导入导出' }));
    await user.click(await findByRole('menuitem', { name: '从 Excel 导入' }));
    await findByRole('dialog');
    await user.upload(getByLabelText('选择成绩文件'), chosen);
    await findByText('成绩应在 0 至 100 之间');
    expect(getByRole('table', { name: '将导入的成绩' }).textContent).toContain('平时成绩 未录入');
    expect(api.to(importScores)).toEqual([]);
    await user.click(getByRole('button', { name: '确定导入 1 人' }));
    await findByText('已被 陈老师 改动');
    expect(api.to(importScores)[0]?.fields['rows']).toEqual([
      { row: 5, studentNumber: '2026001', studentName: '张三', save: change.save, values: { ps: '85' } },
    ]);
    expect(onImported).toHaveBeenCalledTimes(1);
  });

  it('a file that is refused says why and leaves room for another', async () => {
    signInWith('template', 'import');
    const { user, getByRole, findByRole, getByLabelText } = show([
      [previewImport, () => refused('WORKBOOK_MACROS', '文件带有宏，不能导入', 415)],
    ]);
    await user.click(getByRole('button', { name: '导入导出' }));
    await user.click(await findByRole('menuitem', { name: '从 Excel 导入' }));
    await findByRole('dialog');
    await user.upload(getByLabelText('选择成绩文件'), chosen);
    expect((await findByRole('alert')).textContent).toContain('文件带有宏，不能导入');
    getByRole('button', { name: '重新选择' });
  });
});
