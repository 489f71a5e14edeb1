import { isInWeeks } from '@jwxt/contracts/kernel/week-text.ts';
import { adjustCourseApply, adjustCourseSchedules } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { approve, recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { queryClassrooms } from '@jwxt/contracts/base-info/classroom.operations.ts';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { at, dialogOf, follow, inTurn, press, type Screen } from '../screen.ts';
import type { Stage } from '../stage.ts';

const list = at('messageSystem', 'approval');
const path = `${list}?applyId=:applyId`;
/** Scores of classes that wait for the office. */
const atOffice = `${list}?tab=1&scope=0&processNo=ZKCJSP`;

/** Where the detail of the first application is that a person sees of a process, in one of some states. */
const detailOf =
  (person: string, processNo: string, ...statuses: readonly string[]) =>
  async (stage: Stage): Promise<string> => {
    const { applyId } = await stage.application(
      person,
      (item) =>
        item.processNo === processNo && (statuses.length === 0 || statuses.includes(item.approvalBusinessStatus)),
    );
    return `${list}?tab=0&scope=0&applyId=${applyId}`;
  };

const isAdjustCourse =
  (...statuses: readonly string[]) =>
  ({ processNo, approvalBusinessStatus }: { processNo: string; approvalBusinessStatus: string }): boolean =>
    processNo === 'TTKSQ' && statuses.includes(approvalBusinessStatus);

const detail = (page: Page): Promise<void> =>
  dialogOf(page, /申请详情/)
    .getByRole('button', { name: '审批日志' })
    .waitFor();

/** Chooses the first two of the list and opens the form for both. */
async function severalAtOnce(page: Page): Promise<void> {
  const boxes = page.getByRole('table', { name: '审批列表' }).locator('tbody').getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: /^批量审批/ }).click();
  await dialogOf(page, /^审批（/).waitFor();
}

/** A colleague decides one of the two while the form is open, so that each has a result of its own. */
async function severalWithResults(page: Page, stage: Stage): Promise<void> {
  await severalAtOnce(page);
  const applyId =
    (await page.getByRole('table', { name: '审批列表' }).locator('tbody tr').first().getAttribute('data-key')) ?? '';
  const { revision } = await stage.application('registrar2', (item) => item.applyId === applyId);
  await (
    await stage.person('registrar2')
  ).call(approve, {
    commandId: randomUUID(),
    approvalStatus: '0',
    approvalOpinion: '同意',
    keyList: [applyId],
    revisions: { [applyId]: revision },
  });
  const form = dialogOf(page, /^审批（/);
  await form.getByRole('radio', { name: '通过', exact: true }).click();
  await form.getByLabel('审批意见').fill('同意');
  await form.getByRole('button', { name: /^确定/ }).click();
  await dialogOf(page, /^审批(完成|未完成)/).waitFor();
}

const recalled = '4';
/** A 调停课 that its applicant has recalled, once. */
async function recalledAdjustCourse(stage: Stage): Promise<() => Promise<void>> {
  const teacher = await stage.person('teacher1');
  if (!(await stage.application('teacher1', isAdjustCourse(recalled)).catch(() => null))) {
    const {
      list: [meeting],
      weeks,
    } = await teacher.call(adjustCourseSchedules, {});
    const { rows: rooms } = await teacher.call(queryClassrooms, {
      pageNum: 1,
      pageSize: 100,
      sfpk: '1',
      xqdm: meeting!.xqdm,
      headCount: meeting!.headCount,
    });
    // Late in the semester nobody has asked for the same room.
    const week = weeks.findLast((one) => isInWeeks(one, meeting!.weeks))!;
    const { applyId } = await teacher.call(adjustCourseApply, {
      commandId: randomUUID(),
      scheduleId: meeting!.scheduleId,
      week,
      adjustType: '1',
      reason: '参加学术会议，申请调到周末补上。',
      after: { week, weekday: 7, period: '9-10', jsh: rooms.at(-1)!.jsh },
    });
    await teacher.call(recallApproval, { commandId: randomUUID(), applyId });
  }
  return () => Promise.resolve();
}

const openClassrooms = async (page: Page): Promise<void> => {
  await page.locator('#adjust-schedule').click();
  await page.getByRole('option').first().click();
  await page.locator('#adjust-room').click();
  await dialogOf(page, '教室选择器').getByRole('row').nth(3).click();
};

async function fillAdjustCourse(page: Page): Promise<void> {
  for (const [id, place] of [
    ['schedule', 0],
    ['week', 0],
    ['newWeek', 1],
    ['newWeekday', 2],
  ] as const) {
    await page.locator(`#adjust-${id}`).click();
    await page.getByRole('option').nth(place).click();
  }
  await page.locator('#adjust-period').click();
  for (const period of ['第9节', '第10节']) await page.getByRole('button', { name: period, exact: true }).click();
  await page.locator('#adjust-room').click();
  const rooms = dialogOf(page, '教室选择器');
  await rooms.getByRole('row').nth(3).click();
  await rooms.getByRole('button', { name: '确定' }).click();
  await page.getByRole('textbox', { name: '原因' }).fill('参加学术会议，申请调至下一周补上。');
}

/** The approval centre with all that opens from it, and the applications that it shows. */
export const approvalScreens: readonly Screen[] = [
  { file: 'approval-list', title: '审批中心', person: 'dean1', path: list },
  { file: 'approval-list-dark', title: '审批中心（深色）', person: 'dean1', path: list, dark: true },
  { file: 'approval-applicant', title: '审批中心（申请人）', person: 'teacher1', path: list },
  { file: 'approval-done', title: '审批中心：已办', person: 'dean1', path: `${list}?tab=2&scope=0` },
  {
    file: 'approval-detail',
    title: '申请详情',
    person: 'dean1',
    path,
    address: detailOf('dean1', 'ZKCJSP', '1'),
    prepare: detail,
  },
  {
    file: 'approval-detail-dark',
    title: '申请详情（深色）',
    person: 'dean1',
    path,
    address: detailOf('dean1', 'ZKCJSP', '1'),
    prepare: detail,
    dark: true,
  },
  {
    file: 'approval-log',
    title: '审批日志',
    person: 'dean1',
    path,
    address: detailOf('dean1', 'ZKCJSP', '9'),
    prepare: inTurn(detail, press('审批日志', '审批日志')),
  },
  { file: 'approval-decide', title: '审批', person: 'dean1', path: list, prepare: press(/^审批$/) },
  {
    file: 'approval-send-back',
    title: '审批：驳回',
    person: 'dean1',
    path: list,
    prepare: inTurn(press(/^审批$/), async (page) => {
      await dialogOf(page).getByRole('radio', { name: '驳回', exact: true }).click();
    }),
  },
  {
    file: 'approval-transfer',
    title: '转办',
    person: 'registrar1',
    path,
    address: detailOf('registrar1', 'ZKCJSP', '2'),
    prepare: inTurn(detail, press('转办', '转办')),
  },
  {
    file: 'approval-urge',
    title: '催办',
    person: 'teacher1',
    path,
    address: detailOf('teacher1', 'ZKCJSP', '1'),
    prepare: inTurn(detail, async (page) => {
      await dialogOf(page, /申请详情/)
        .getByRole('button', { name: '催办' })
        .click();
      await dialogOf(page, '提示').waitFor();
    }),
  },
  {
    file: 'approval-recall',
    title: '撤回申请',
    person: 'teacher1',
    path,
    address: detailOf('teacher1', 'ZKCJSP', '1'),
    prepare: inTurn(detail, press('撤回申请', '提示')),
  },
  { file: 'approval-several', title: '批量审批', person: 'registrar1', path: atOffice, prepare: severalAtOnce },
  {
    file: 'approval-results',
    title: '批量审批的结果',
    person: 'registrar1',
    path: atOffice,
    prepare: severalWithResults,
  },
  {
    file: 'approval-change',
    title: '申请详情：成绩更改',
    person: 'dean1',
    path,
    address: detailOf('dean1', 'CJXGSP', '1', '2'),
    prepare: detail,
  },
  {
    file: 'approval-recognition',
    title: '申请详情：成绩认定',
    person: 'dean1',
    path,
    address: detailOf('dean1', 'XTNCJRDSH'),
    prepare: detail,
  },
  {
    file: 'approval-check',
    title: '申请详情：信息变更',
    person: 'office1',
    path,
    address: detailOf('office1', 'XSXXHD'),
    prepare: detail,
  },
  {
    file: 'approval-check-rows',
    title: '核对详情',
    person: 'office1',
    path,
    address: detailOf('office1', 'XSXXHD'),
    prepare: inTurn(detail, press('核对详情', '核对详情')),
  },
  {
    file: 'approval-attachments',
    title: '申请详情：附件',
    person: 'clerk1',
    path,
    address: async (stage) => {
      const { applyId } = await stage.application(
        'clerk1',
        (item) => item.existsFile === '1' && item.approvalBusinessStatus === '1',
      );
      return `${list}?tab=0&scope=0&applyId=${applyId}`;
    },
    prepare: inTurn(detail, async (page) => {
      await dialogOf(page, /申请详情/)
        .getByRole('list', { name: '附件' })
        .last()
        .scrollIntoViewIfNeeded();
    }),
  },
  { file: 'adjust-course-new', title: '调停课申请', person: 'teacher1', path: at('arrange', 'adjustCourse') },
  {
    file: 'adjust-course-filled',
    title: '调停课申请（已填写）',
    person: 'teacher1',
    path: at('arrange', 'adjustCourse'),
    prepare: fillAdjustCourse,
  },
  {
    file: 'adjust-course-application',
    title: '申请详情：调停课',
    person: 'teacher1',
    path,
    address: detailOf('teacher1', 'TTKSQ', '1', '2', '9'),
    prepare: detail,
  },
  {
    file: 'adjust-course',
    title: '调停课详情',
    person: 'teacher1',
    path: at('arrange', 'adjustCourse/:applyId/:creatorRole/:adjustType'),
    address: detailOf('teacher1', 'TTKSQ', '1', '2', '9'),
    prepare: inTurn(
      detail,
      follow((page) => dialogOf(page, /申请详情/).getByRole('link', { name: '调停课详情' })),
    ),
  },
  {
    file: 'adjust-course-recalled',
    title: '调停课详情（已撤回）',
    person: 'teacher1',
    path: at('arrange', 'adjustCourse/:applyId/:creatorRole/:adjustType'),
    address: detailOf('teacher1', 'TTKSQ', recalled),
    arrange: recalledAdjustCourse,
    prepare: inTurn(
      detail,
      follow((page) => dialogOf(page, /申请详情/).getByRole('link', { name: '调停课详情' })),
      async (page) => {
        await page.getByText('修改后重新提交').first().waitFor();
      },
    ),
  },
  {
    file: 'adjust-course-again',
    title: '调停课：修改后重新提交',
    person: 'teacher1',
    path: at('arrange', 'adjustCourse/again/:applyId'),
    address: async (stage) =>
      at('arrange', `adjustCourse/again/${(await stage.application('teacher1', isAdjustCourse(recalled))).applyId}`),
    arrange: recalledAdjustCourse,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: '原因' }).waitFor();
    },
  },
  {
    file: 'adjust-course-classroom',
    title: '教室选择器',
    person: 'teacher1',
    path: at('arrange', 'adjustCourse'),
    prepare: openClassrooms,
  },
  {
    file: 'adjust-course-classroom-dark',
    title: '教室选择器（深色）',
    person: 'teacher1',
    path: at('arrange', 'adjustCourse'),
    prepare: openClassrooms,
    dark: true,
  },
  { file: 'delegations', title: '审批代理', person: 'dean1', path: at('messageSystem', 'delegation') },
  {
    file: 'delegation-new',
    title: '设置审批代理',
    person: 'dean1',
    path: at('messageSystem', 'delegation'),
    prepare: press(/设置.*代理|新增/, '设置审批代理'),
  },
];
