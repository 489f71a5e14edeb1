import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { statusChange } from '@jwxt/contracts/student-status/change/status-change.resource.ts';
import { OWN_STATUS_CHANGES_PATH } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { studentFamily } from '@jwxt/contracts/student-status/file/family.resource.ts';
import { at, dialogOf, press, type Screen } from '../screen.ts';
import type { Stage } from '../stage.ts';
import type { Page } from 'playwright';

/** The first row of a resource that fits, as the office sees it. */
async function firstOf(
  stage: Stage,
  resource: typeof statusChange | typeof studentFamily,
  field: string,
  fits: (row: WireRow) => boolean,
): Promise<string> {
  const api = await stage.person('office1');
  const { rows } = await api.call(resource.operations.query, { pageNo: 1, pageSize: 50 });
  const found: WireRow | undefined = rows.find(fits);
  if (!found) throw new Error('no row fits');
  return String(found[field]);
}

async function divide(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: '计算机科学与技术' }).getByRole('checkbox').check();
  await page.getByRole('button', { name: '分班', exact: true }).click();
  await dialogOf(page).getByRole('button', { name: '预览' }).click();
  await dialogOf(page)
    .getByRole('button', { name: /^确定分班/ })
    .waitFor();
}

/** Students from the list of freshmen to changes, warnings and figures. */
export const studentStatusScreens: readonly Screen[] = [
  { file: 'freshman-progress', title: '迎新进度', person: 'office1', path: at('student', 'freshmanProgress') },
  {
    file: 'class-division',
    title: '新生分班预览',
    person: 'office1',
    path: at('student', 'classDivision'),
    prepare: divide,
  },
  {
    file: 'student-file',
    title: '学生档案',
    person: 'office1',
    path: at('student', 'studentFile?studentCode=:studentCode'),
    address: async (stage) =>
      `${at('student', 'studentFile')}?studentCode=${await firstOf(stage, studentFamily, 'studentCode', () => true)}`,
  },
  { file: 'status-changes', title: '学籍异动', person: 'office1', path: at('student', 'statusChange') },
  {
    file: 'status-change',
    title: '学籍异动详情：生效时将办理的事项',
    person: 'office1',
    path: at('student', 'statusChange/:applyId'),
    address: async (stage) => {
      const isWaiting = (row: WireRow) => row['implementStatus'] === '0';
      return at('student', `statusChange/${await firstOf(stage, statusChange, 'applyId', isWaiting)}`);
    },
  },
  { file: 'status-warnings', title: '学籍预警结果', person: 'office1', path: at('student', 'statusWarningResult') },
  {
    file: 'status-statistics',
    title: '学籍统计：一个数字的人员',
    person: 'office1',
    path: at('student', 'statusStatistics'),
    prepare: press(/人，查看人员$/),
  },
  { file: 'own-status-changes', title: '我的学籍异动', person: 'student2', path: OWN_STATUS_CHANGES_PATH },
];
